// Generated from schemas/ by `npm run generate`; do not edit.
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    function ucs2length(str) {
      const len = str.length;
      let length = 0;
      let pos = 0;
      let value;
      while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 55296 && value <= 56319 && pos < len) {
          value = str.charCodeAt(pos);
          if ((value & 64512) === 56320)
            pos++;
        }
      }
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

var require_fast_deep_equal = __commonJS({
  "node_modules/fast-deep-equal/index.js"(exports, module) {
    "use strict";
    module.exports = function equal(a, b) {
      if (a === b) return true;
      if (a && b && typeof a == "object" && typeof b == "object") {
        if (a.constructor !== b.constructor) return false;
        var length, i, keys;
        if (Array.isArray(a)) {
          length = a.length;
          if (length != b.length) return false;
          for (i = length; i-- !== 0; )
            if (!equal(a[i], b[i])) return false;
          return true;
        }
        if (a.constructor === RegExp) return a.source === b.source && a.flags === b.flags;
        if (a.valueOf !== Object.prototype.valueOf) return a.valueOf() === b.valueOf();
        if (a.toString !== Object.prototype.toString) return a.toString() === b.toString();
        keys = Object.keys(a);
        length = keys.length;
        if (length !== Object.keys(b).length) return false;
        for (i = length; i-- !== 0; )
          if (!Object.prototype.hasOwnProperty.call(b, keys[i])) return false;
        for (i = length; i-- !== 0; ) {
          var key = keys[i];
          if (!equal(a[key], b[key])) return false;
        }
        return true;
      }
      return a !== a && b !== b;
    };
  }
});

var require_equal = __commonJS({
  "node_modules/ajv/dist/runtime/equal.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    var equal = require_fast_deep_equal();
    equal.code = 'require("ajv/dist/runtime/equal").default';
    exports.default = equal;
  }
});

var attach = validate22;
var func2 = require_ucs2length().default;
var pattern0 = new RegExp("^[^\\u0000]*$", "u");
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func2(data) > 4096) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (func2(data) < 1) {
      const err1 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!pattern0.test(data)) {
      const err2 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate23.errors = vErrors;
  return errors === 0;
}
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func2(data) > 200) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (func2(data) < 1) {
      const err1 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!pattern0.test(data)) {
      const err2 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate25.errors = vErrors;
  return errors === 0;
}
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.keepLastWords === void 0) {
      data.keepLastWords = false;
    }
    if (data.readOnly === void 0) {
      data.readOnly = false;
    }
    if (data.pane === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "pane" }, message: "must have required property 'pane'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.pane !== void 0) {
      let data0 = data.pane;
      if (typeof data0 === "string") {
        if (func2(data0) > 1e3) {
          const err1 = { instancePath: instancePath + "/pane", schemaPath: "#/properties/pane/maxLength", keyword: "maxLength", params: { limit: 1e3 }, message: "must NOT have more than 1000 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (!pattern0.test(data0)) {
          const err2 = { instancePath: instancePath + "/pane", schemaPath: "#/properties/pane/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/pane", schemaPath: "#/properties/pane/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.socketPath !== void 0) {
      if (!validate23(data.socketPath, { instancePath: instancePath + "/socketPath", parentData: data, parentDataProperty: "socketPath", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.socketName !== void 0) {
      if (!validate25(data.socketName, { instancePath: instancePath + "/socketName", parentData: data, parentDataProperty: "socketName", rootData })) {
        vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
        errors = vErrors.length;
      }
    }
    if (typeof data.keepLastWords !== "boolean") {
      const err4 = { instancePath: instancePath + "/keepLastWords", schemaPath: "#/properties/keepLastWords/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (typeof data.readOnly !== "boolean") {
      const err5 = { instancePath: instancePath + "/readOnly", schemaPath: "#/properties/readOnly/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.scrollback !== void 0) {
      let data5 = data.scrollback;
      if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
        const err6 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (typeof data5 == "number" && isFinite(data5)) {
        if (data5 > 1e5 || isNaN(data5)) {
          const err7 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e5 }, message: "must be <= 100000" };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (data5 < 0 || isNaN(data5)) {
          const err8 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      }
    }
    for (const member0 in data) {
      if (member0 !== "pane" && member0 !== "socketPath" && member0 !== "socketName" && member0 !== "keepLastWords" && member0 !== "readOnly" && member0 !== "scrollback") {
        const err9 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["pane", "socketPath", "socketName", "keepLastWords", "readOnly", "scrollback"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  } else {
    const err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  validate22.errors = vErrors;
  return errors === 0;
}
var batch = validate27;
var schema10 = { "type": "object", "required": ["steps"], "properties": { "steps": { "type": "array", "maxItems": 1e4, "items": { "type": "object", "required": ["method"], "properties": { "method": { "type": "string" }, "params": { "type": ["object", "null"] } }, "onlyMembers": ["method", "params"] } } }, "onlyMembers": ["steps"] };
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.steps === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "steps" }, message: "must have required property 'steps'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.steps !== void 0) {
      let data0 = data.steps;
      if (Array.isArray(data0)) {
        if (data0.length > 1e4) {
          const err1 = { instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/maxItems", keyword: "maxItems", params: { limit: 1e4 }, message: "must NOT have more than 10000 items" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data1 = data0[i0];
          if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
            if (data1.method === void 0) {
              const err2 = { instancePath: instancePath + "/steps/" + i0, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "method" }, message: "must have required property 'method'" };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
            if (data1.method !== void 0) {
              if (typeof data1.method !== "string") {
                const err3 = { instancePath: instancePath + "/steps/" + i0 + "/method", schemaPath: "#/properties/steps/items/properties/method/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            }
            if (data1.params !== void 0) {
              let data3 = data1.params;
              if (!(data3 && typeof data3 == "object" && !Array.isArray(data3)) && data3 !== null) {
                const err4 = { instancePath: instancePath + "/steps/" + i0 + "/params", schemaPath: "#/properties/steps/items/properties/params/type", keyword: "type", params: { type: schema10.properties.steps.items.properties.params.type }, message: "must be object,null" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            for (const member0 in data1) {
              if (member0 !== "method" && member0 !== "params") {
                const err5 = { instancePath: instancePath + "/steps/" + i0, schemaPath: "#/properties/steps/items/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["method", "params"] }, message: "unknown member" };
                if (vErrors === null) {
                  vErrors = [err5];
                } else {
                  vErrors.push(err5);
                }
                errors++;
              }
            }
          } else {
            const err6 = { instancePath: instancePath + "/steps/" + i0, schemaPath: "#/properties/steps/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
      } else {
        const err7 = { instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    for (const member1 in data) {
      if (member1 !== "steps") {
        const err8 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member1, known: ["steps"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
  } else {
    const err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err9];
    } else {
      vErrors.push(err9);
    }
    errors++;
  }
  validate27.errors = vErrors;
  return errors === 0;
}
var click = validate28;
var schema11 = { "type": "object", "properties": { "col": { "$ref": "#/$defs/position" }, "row": { "$ref": "#/$defs/position" }, "selector": { "$ref": "#/$defs/selector" }, "button": { "$ref": "#/$defs/button", "default": "left" }, "count": { "type": "integer", "minimum": 1, "maximum": 100, "default": 1 }, "event": { "enum": ["click", "press", "release"], "default": "click" }, "modifiers": { "$ref": "#/$defs/modifiers", "default": [] }, "encoding": { "$ref": "#/$defs/mouseEncoding", "default": "auto" }, "force": { "$ref": "#/$defs/force", "default": false }, "timeoutMs": { "$ref": "#/$defs/targetTimeoutMs", "default": 0 }, "ambiguityMode": { "$ref": "#/$defs/ambiguityMode" }, "settleMs": { "$ref": "#/$defs/settleMs", "default": 50 } }, "exactlyOne": ["col", "selector"], "dependencies": { "col": ["row"], "row": ["col"] }, "onlyMembers": ["col", "row", "selector", "button", "count", "event", "modifiers", "encoding", "force", "timeoutMs", "ambiguityMode", "settleMs"] };
var schema12 = { "type": ["integer", "object"], "minimum": 1, "maximum": 1e3, "required": ["fromEnd"], "properties": { "fromEnd": { "type": "integer", "minimum": 1, "maximum": 1e3 } }, "onlyMembers": ["fromEnd"] };
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data)) && !(data && typeof data == "object" && !Array.isArray(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema12.type }, message: "must be integer,object" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1e3 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 1 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.fromEnd === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "fromEnd" }, message: "must have required property 'fromEnd'" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.fromEnd !== void 0) {
      let data0 = data.fromEnd;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        const err4 = { instancePath: instancePath + "/fromEnd", schemaPath: "#/properties/fromEnd/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 > 1e3 || isNaN(data0)) {
          const err5 = { instancePath: instancePath + "/fromEnd", schemaPath: "#/properties/fromEnd/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data0 < 1 || isNaN(data0)) {
          const err6 = { instancePath: instancePath + "/fromEnd", schemaPath: "#/properties/fromEnd/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      }
    }
    for (const member0 in data) {
      if (member0 !== "fromEnd") {
        const err7 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["fromEnd"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  }
  validate29.errors = vErrors;
  return errors === 0;
}
var schema13 = { "discriminator": { "propertyName": "type" }, "oneOf": [{ "$ref": "#/$defs/exactSelector" }, { "$ref": "#/$defs/regexSelector" }, { "$ref": "#/$defs/atSelector" }, { "$ref": "#/$defs/withinSelector" }, { "$ref": "#/$defs/nthSelector" }, { "$ref": "#/$defs/anySelector" }], "if": { "not": { "type": "string" } }, "else": { "$ref": "#/$defs/textSelector" }, "type": ["string", "object"], "required": ["type"] };
function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func2(data) > 1048576) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 1048576 }, message: "must NOT have more than 1048576 characters" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (func2(data) < 1) {
      const err1 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate33.errors = vErrors;
  return errors === 0;
}
var schema17 = { "type": ["string", "integer"], "minimum": 0, "maximum": 255, "pattern": "^(default|#[0-9a-fA-F]{6}|black|red|green|yellow|blue|magenta|cyan|white|bright(Black|Red|Green|Yellow|Blue|Magenta|Cyan|White))$" };
var pattern3 = new RegExp("^(default|#[0-9a-fA-F]{6}|black|red|green|yellow|blue|magenta|cyan|white|bright(Black|Red|Green|Yellow|Blue|Magenta|Cyan|White))$", "u");
function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && !(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema17.type }, message: "must be string,integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 255 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 255 }, message: "must be <= 255" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  if (typeof data === "string") {
    if (!pattern3.test(data)) {
      const err3 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^(default|#[0-9a-fA-F]{6}|black|red|green|yellow|blue|magenta|cyan|white|bright(Black|Red|Green|Yellow|Blue|Magenta|Cyan|White))$" }, message: 'must match pattern "^(default|#[0-9a-fA-F]{6}|black|red|green|yellow|blue|magenta|cyan|white|bright(Black|Red|Green|Yellow|Blue|Magenta|Cyan|White))$"' };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  }
  validate37.errors = vErrors;
  return errors === 0;
}
function validate36(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.fg !== void 0) {
      if (!validate37(data.fg, { instancePath: instancePath + "/fg", parentData: data, parentDataProperty: "fg", rootData })) {
        vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
        errors = vErrors.length;
      }
    }
    if (data.bg !== void 0) {
      if (!validate37(data.bg, { instancePath: instancePath + "/bg", parentData: data, parentDataProperty: "bg", rootData })) {
        vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
        errors = vErrors.length;
      }
    }
    if (data.bold !== void 0) {
      if (typeof data.bold !== "boolean") {
        const err0 = { instancePath: instancePath + "/bold", schemaPath: "#/properties/bold/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.dim !== void 0) {
      if (typeof data.dim !== "boolean") {
        const err1 = { instancePath: instancePath + "/dim", schemaPath: "#/properties/dim/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.italic !== void 0) {
      if (typeof data.italic !== "boolean") {
        const err2 = { instancePath: instancePath + "/italic", schemaPath: "#/properties/italic/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.underline !== void 0) {
      if (typeof data.underline !== "boolean") {
        const err3 = { instancePath: instancePath + "/underline", schemaPath: "#/properties/underline/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.inverse !== void 0) {
      if (typeof data.inverse !== "boolean") {
        const err4 = { instancePath: instancePath + "/inverse", schemaPath: "#/properties/inverse/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.strikethrough !== void 0) {
      if (typeof data.strikethrough !== "boolean") {
        const err5 = { instancePath: instancePath + "/strikethrough", schemaPath: "#/properties/strikethrough/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "fg" && member0 !== "bg" && member0 !== "bold" && member0 !== "dim" && member0 !== "italic" && member0 !== "underline" && member0 !== "inverse" && member0 !== "strikethrough") {
        const err6 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["fg", "bg", "bold", "dim", "italic", "underline", "inverse", "strikethrough"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  } else {
    const err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err7];
    } else {
      vErrors.push(err7);
    }
    errors++;
  }
  validate36.errors = vErrors;
  return errors === 0;
}
function validate35(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.ignoreCase === void 0) {
      data.ignoreCase = false;
    }
    if (data.type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.text === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "text" }, message: "must have required property 'text'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.type !== void 0) {
      if ("exact" !== data.type) {
        const err2 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/const", keyword: "const", params: { allowedValue: "exact" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.text !== void 0) {
      let data1 = data.text;
      if (typeof data1 === "string") {
        if (func2(data1) > 1048576) {
          const err3 = { instancePath: instancePath + "/text", schemaPath: "#/properties/text/maxLength", keyword: "maxLength", params: { limit: 1048576 }, message: "must NOT have more than 1048576 characters" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (func2(data1) < 1) {
          const err4 = { instancePath: instancePath + "/text", schemaPath: "#/properties/text/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/text", schemaPath: "#/properties/text/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (typeof data.ignoreCase !== "boolean") {
      const err6 = { instancePath: instancePath + "/ignoreCase", schemaPath: "#/properties/ignoreCase/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.style !== void 0) {
      if (!validate36(data.style, { instancePath: instancePath + "/style", parentData: data, parentDataProperty: "style", rootData })) {
        vErrors = vErrors === null ? validate36.errors : vErrors.concat(validate36.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "type" && member0 !== "text" && member0 !== "ignoreCase" && member0 !== "style") {
        const err7 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["type", "text", "ignoreCase", "style"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate35.errors = vErrors;
  return errors === 0;
}
function validate42(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func2(data) > 65536) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (func2(data) < 1) {
      const err1 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate42.errors = vErrors;
  return errors === 0;
}
var pattern4 = new RegExp("^[imsuv]*$", "u");
function validate44(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func2(data) > 5) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 5 }, message: "must NOT have more than 5 characters" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (!pattern4.test(data)) {
      const err1 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[imsuv]*$" }, message: 'must match pattern "^[imsuv]*$"' };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate44.errors = vErrors;
  return errors === 0;
}
function validate41(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.flags === void 0) {
      data.flags = "";
    }
    if (data.type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.pattern === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "pattern" }, message: "must have required property 'pattern'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.type !== void 0) {
      if ("regex" !== data.type) {
        const err2 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/const", keyword: "const", params: { allowedValue: "regex" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.pattern !== void 0) {
      if (!validate42(data.pattern, { instancePath: instancePath + "/pattern", parentData: data, parentDataProperty: "pattern", rootData })) {
        vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
        errors = vErrors.length;
      }
    }
    if (!validate44(data.flags, { instancePath: instancePath + "/flags", parentData: data, parentDataProperty: "flags", rootData })) {
      vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
      errors = vErrors.length;
    }
    if (data.style !== void 0) {
      if (!validate36(data.style, { instancePath: instancePath + "/style", parentData: data, parentDataProperty: "style", rootData })) {
        vErrors = vErrors === null ? validate36.errors : vErrors.concat(validate36.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "type" && member0 !== "pattern" && member0 !== "flags" && member0 !== "style") {
        const err3 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["type", "pattern", "flags", "style"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate41.errors = vErrors;
  return errors === 0;
}
function validate47(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.col === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "col" }, message: "must have required property 'col'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.row === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "row" }, message: "must have required property 'row'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.type !== void 0) {
      if ("at" !== data.type) {
        const err3 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/const", keyword: "const", params: { allowedValue: "at" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.col !== void 0) {
      if (!validate29(data.col, { instancePath: instancePath + "/col", parentData: data, parentDataProperty: "col", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.row !== void 0) {
      if (!validate29(data.row, { instancePath: instancePath + "/row", parentData: data, parentDataProperty: "row", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "type" && member0 !== "col" && member0 !== "row") {
        const err4 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["type", "col", "row"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate47.errors = vErrors;
  return errors === 0;
}
function validate51(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.col === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "col" }, message: "must have required property 'col'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.row === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "row" }, message: "must have required property 'row'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.width === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "width" }, message: "must have required property 'width'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.height === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "height" }, message: "must have required property 'height'" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.col !== void 0) {
      if (!validate29(data.col, { instancePath: instancePath + "/col", parentData: data, parentDataProperty: "col", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.row !== void 0) {
      if (!validate29(data.row, { instancePath: instancePath + "/row", parentData: data, parentDataProperty: "row", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.width !== void 0) {
      let data2 = data.width;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        const err4 = { instancePath: instancePath + "/width", schemaPath: "#/properties/width/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 1e3 || isNaN(data2)) {
          const err5 = { instancePath: instancePath + "/width", schemaPath: "#/properties/width/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data2 < 1 || isNaN(data2)) {
          const err6 = { instancePath: instancePath + "/width", schemaPath: "#/properties/width/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      }
    }
    if (data.height !== void 0) {
      let data3 = data.height;
      if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
        const err7 = { instancePath: instancePath + "/height", schemaPath: "#/properties/height/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if (typeof data3 == "number" && isFinite(data3)) {
        if (data3 > 1e3 || isNaN(data3)) {
          const err8 = { instancePath: instancePath + "/height", schemaPath: "#/properties/height/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
        if (data3 < 1 || isNaN(data3)) {
          const err9 = { instancePath: instancePath + "/height", schemaPath: "#/properties/height/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      }
    }
    for (const member0 in data) {
      if (member0 !== "col" && member0 !== "row" && member0 !== "width" && member0 !== "height") {
        const err10 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["col", "row", "width", "height"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
  } else {
    const err11 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err11];
    } else {
      vErrors.push(err11);
    }
    errors++;
  }
  validate51.errors = vErrors;
  return errors === 0;
}
var wrapper0 = { validate: validate32 };
function validate50(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.rect === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "rect" }, message: "must have required property 'rect'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.selector === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "selector" }, message: "must have required property 'selector'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.type !== void 0) {
      if ("within" !== data.type) {
        const err3 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/const", keyword: "const", params: { allowedValue: "within" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.rect !== void 0) {
      if (!validate51(data.rect, { instancePath: instancePath + "/rect", parentData: data, parentDataProperty: "rect", rootData })) {
        vErrors = vErrors === null ? validate51.errors : vErrors.concat(validate51.errors);
        errors = vErrors.length;
      }
    }
    if (data.selector !== void 0) {
      if (!wrapper0.validate(data.selector, { instancePath: instancePath + "/selector", parentData: data, parentDataProperty: "selector", rootData })) {
        vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "type" && member0 !== "rect" && member0 !== "selector") {
        const err4 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["type", "rect", "selector"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate50.errors = vErrors;
  return errors === 0;
}
function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.index === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "index" }, message: "must have required property 'index'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.selector === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "selector" }, message: "must have required property 'selector'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.type !== void 0) {
      if ("nth" !== data.type) {
        const err3 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/const", keyword: "const", params: { allowedValue: "nth" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.index !== void 0) {
      let data1 = data.index;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
        const err4 = { instancePath: instancePath + "/index", schemaPath: "#/properties/index/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (typeof data1 == "number" && isFinite(data1)) {
        if (data1 > 1e6 || isNaN(data1)) {
          const err5 = { instancePath: instancePath + "/index", schemaPath: "#/properties/index/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 }, message: "must be <= 1000000" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data1 < -1e6 || isNaN(data1)) {
          const err6 = { instancePath: instancePath + "/index", schemaPath: "#/properties/index/minimum", keyword: "minimum", params: { comparison: ">=", limit: -1e6 }, message: "must be >= -1000000" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      }
    }
    if (data.selector !== void 0) {
      if (!wrapper0.validate(data.selector, { instancePath: instancePath + "/selector", parentData: data, parentDataProperty: "selector", rootData })) {
        vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "type" && member0 !== "index" && member0 !== "selector") {
        const err7 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["type", "index", "selector"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate55.errors = vErrors;
  return errors === 0;
}
function validate56(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.selectors === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "selectors" }, message: "must have required property 'selectors'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.type !== void 0) {
      if ("any" !== data.type) {
        const err2 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/const", keyword: "const", params: { allowedValue: "any" }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.selectors !== void 0) {
      let data1 = data.selectors;
      if (Array.isArray(data1)) {
        if (data1.length > 100) {
          const err3 = { instancePath: instancePath + "/selectors", schemaPath: "#/properties/selectors/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data1.length < 1) {
          const err4 = { instancePath: instancePath + "/selectors", schemaPath: "#/properties/selectors/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!wrapper0.validate(data1[i0], { instancePath: instancePath + "/selectors/" + i0, parentData: data1, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err5 = { instancePath: instancePath + "/selectors", schemaPath: "#/properties/selectors/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "type" && member0 !== "selectors") {
        const err6 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["type", "selectors"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  } else {
    const err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err7];
    } else {
      vErrors.push(err7);
    }
    errors++;
  }
  validate56.errors = vErrors;
  return errors === 0;
}
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && !(data && typeof data == "object" && !Array.isArray(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema13.type }, message: "must be string,object" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  const _errs2 = errors;
  let valid0 = true;
  const _errs3 = errors;
  const _errs4 = errors;
  const _errs5 = errors;
  if (typeof data !== "string") {
    const err1 = {};
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  var valid1 = _errs5 === errors;
  if (valid1) {
    const err2 = {};
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  } else {
    errors = _errs4;
    if (vErrors !== null) {
      if (_errs4) {
        vErrors.length = _errs4;
      } else {
        vErrors = null;
      }
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  if (!_valid0) {
    const _errs7 = errors;
    if (!validate33(data, { instancePath, parentData, parentDataProperty, rootData })) {
      vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
      errors = vErrors.length;
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err3 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "else" }, message: 'must match "else" schema' };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    const tag0 = data.type;
    if (typeof tag0 == "string") {
      if (tag0 === "exact") {
        if (!validate35(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "regex") {
        if (!validate41(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate41.errors : vErrors.concat(validate41.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "at") {
        if (!validate47(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "within") {
        if (!validate50(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate50.errors : vErrors.concat(validate50.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "nth") {
        if (!validate55(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "any") {
        if (!validate56(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
          errors = vErrors.length;
        }
      } else {
        const err5 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "type", tagValue: tag0 }, message: 'value of tag "type" must be in oneOf' };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    } else {
      const err6 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "type", tagValue: tag0 }, message: 'tag "type" must be string' };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
  }
  validate32.errors = vErrors;
  return errors === 0;
}
var schema26 = { "enum": ["left", "middle", "right"] };
function validate64(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(data === "left" || data === "middle" || data === "right")) {
    const err0 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema26.enum }, message: "must be equal to one of the allowed values" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  validate64.errors = vErrors;
  return errors === 0;
}
var schema27 = { "type": "array", "items": { "enum": ["Ctrl", "Alt", "Shift"] }, "uniqueItems": true };
var func0 = require_equal().default;
function validate66(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      let data0 = data[i0];
      if (!(data0 === "Ctrl" || data0 === "Alt" || data0 === "Shift")) {
        const err0 = { instancePath: instancePath + "/" + i0, schemaPath: "#/items/enum", keyword: "enum", params: { allowedValues: schema27.items.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    let i1 = data.length;
    let j0;
    if (i1 > 1) {
      outer0: for (; i1--; ) {
        for (j0 = i1; j0--; ) {
          if (func0(data[i1], data[j0])) {
            const err1 = { instancePath, schemaPath: "#/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
            break outer0;
          }
        }
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" }, message: "must be array" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate66.errors = vErrors;
  return errors === 0;
}
var schema28 = { "enum": ["auto", "sgr", "x10"] };
function validate68(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(data === "auto" || data === "sgr" || data === "x10")) {
    const err0 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema28.enum }, message: "must be equal to one of the allowed values" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  validate68.errors = vErrors;
  return errors === 0;
}
function validate70(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "boolean") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  validate70.errors = vErrors;
  return errors === 0;
}
function validate72(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 2147483647 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate72.errors = vErrors;
  return errors === 0;
}
var schema31 = { "enum": ["fail", "first", "first-visible", "last", "last-visible"] };
function validate74(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(data === "fail" || data === "first" || data === "first-visible" || data === "last" || data === "last-visible")) {
    const err0 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema31.enum }, message: "must be equal to one of the allowed values" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  validate74.errors = vErrors;
  return errors === 0;
}
function validate76(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 2147483647 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate76.errors = vErrors;
  return errors === 0;
}
function validate28(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.button === void 0) {
      data.button = "left";
    }
    if (data.count === void 0) {
      data.count = 1;
    }
    if (data.event === void 0) {
      data.event = "click";
    }
    if (data.modifiers === void 0) {
      data.modifiers = [];
    }
    if (data.encoding === void 0) {
      data.encoding = "auto";
    }
    if (data.force === void 0) {
      data.force = false;
    }
    if (data.timeoutMs === void 0) {
      data.timeoutMs = 0;
    }
    if (data.settleMs === void 0) {
      data.settleMs = 50;
    }
    if (data.col !== void 0) {
      if (data.row === void 0) {
        const err0 = { instancePath, schemaPath: "#/dependencies", keyword: "dependencies", params: {
          property: "col",
          missingProperty: "row",
          depsCount: 1,
          deps: "row"
        }, message: "must have property row when property col is present" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.row !== void 0) {
      if (data.col === void 0) {
        const err1 = { instancePath, schemaPath: "#/dependencies", keyword: "dependencies", params: {
          property: "row",
          missingProperty: "col",
          depsCount: 1,
          deps: "col"
        }, message: "must have property col when property row is present" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.col !== void 0) {
      if (!validate29(data.col, { instancePath: instancePath + "/col", parentData: data, parentDataProperty: "col", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.row !== void 0) {
      if (!validate29(data.row, { instancePath: instancePath + "/row", parentData: data, parentDataProperty: "row", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.selector !== void 0) {
      if (!validate32(data.selector, { instancePath: instancePath + "/selector", parentData: data, parentDataProperty: "selector", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (!validate64(data.button, { instancePath: instancePath + "/button", parentData: data, parentDataProperty: "button", rootData })) {
      vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
      errors = vErrors.length;
    }
    let data4 = data.count;
    if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
      const err2 = { instancePath: instancePath + "/count", schemaPath: "#/properties/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (typeof data4 == "number" && isFinite(data4)) {
      if (data4 > 100 || isNaN(data4)) {
        const err3 = { instancePath: instancePath + "/count", schemaPath: "#/properties/count/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (data4 < 1 || isNaN(data4)) {
        const err4 = { instancePath: instancePath + "/count", schemaPath: "#/properties/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    let data5 = data.event;
    if (!(data5 === "click" || data5 === "press" || data5 === "release")) {
      const err5 = { instancePath: instancePath + "/event", schemaPath: "#/properties/event/enum", keyword: "enum", params: { allowedValues: schema11.properties.event.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (!validate66(data.modifiers, { instancePath: instancePath + "/modifiers", parentData: data, parentDataProperty: "modifiers", rootData })) {
      vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors);
      errors = vErrors.length;
    }
    if (!validate68(data.encoding, { instancePath: instancePath + "/encoding", parentData: data, parentDataProperty: "encoding", rootData })) {
      vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
      errors = vErrors.length;
    }
    if (!validate70(data.force, { instancePath: instancePath + "/force", parentData: data, parentDataProperty: "force", rootData })) {
      vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors);
      errors = vErrors.length;
    }
    if (!validate72(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
      vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
      errors = vErrors.length;
    }
    if (data.ambiguityMode !== void 0) {
      if (!validate74(data.ambiguityMode, { instancePath: instancePath + "/ambiguityMode", parentData: data, parentDataProperty: "ambiguityMode", rootData })) {
        vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
        errors = vErrors.length;
      }
    }
    if (!validate76(data.settleMs, { instancePath: instancePath + "/settleMs", parentData: data, parentDataProperty: "settleMs", rootData })) {
      vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
      errors = vErrors.length;
    }
    if ((data["col"] === void 0 ? 0 : 1) + (data["selector"] === void 0 ? 0 : 1) !== 1) {
      const err6 = { instancePath, schemaPath: "#/exactlyOne", keyword: "exactlyOne", params: { names: ["col", "selector"] }, message: "exactlyOne" };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "col" && member0 !== "row" && member0 !== "selector" && member0 !== "button" && member0 !== "count" && member0 !== "event" && member0 !== "modifiers" && member0 !== "encoding" && member0 !== "force" && member0 !== "timeoutMs" && member0 !== "ambiguityMode" && member0 !== "settleMs") {
        const err7 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["col", "row", "selector", "button", "count", "event", "modifiers", "encoding", "force", "timeoutMs", "ambiguityMode", "settleMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate28.errors = vErrors;
  return errors === 0;
}
var close = validate78;
function validate79(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 2147483647 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate79.errors = vErrors;
  return errors === 0;
}
function validate78(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.graceMs === void 0) {
      data.graceMs = 500;
    }
    if (!validate79(data.graceMs, { instancePath: instancePath + "/graceMs", parentData: data, parentDataProperty: "graceMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    for (const member0 in data) {
      if (member0 !== "graceMs") {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["graceMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate78.errors = vErrors;
  return errors === 0;
}
var currentView = validate81;
var schema36 = { "type": ["integer", "object"], "minimum": 0, "maximum": 1e3, "required": ["fromEnd"], "properties": { "fromEnd": { "type": "integer", "minimum": 1, "maximum": 1e3 } }, "onlyMembers": ["fromEnd"] };
function validate82(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data)) && !(data && typeof data == "object" && !Array.isArray(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema36.type }, message: "must be integer,object" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1e3 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.fromEnd === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "fromEnd" }, message: "must have required property 'fromEnd'" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.fromEnd !== void 0) {
      let data0 = data.fromEnd;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        const err4 = { instancePath: instancePath + "/fromEnd", schemaPath: "#/properties/fromEnd/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 > 1e3 || isNaN(data0)) {
          const err5 = { instancePath: instancePath + "/fromEnd", schemaPath: "#/properties/fromEnd/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data0 < 1 || isNaN(data0)) {
          const err6 = { instancePath: instancePath + "/fromEnd", schemaPath: "#/properties/fromEnd/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      }
    }
    for (const member0 in data) {
      if (member0 !== "fromEnd") {
        const err7 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["fromEnd"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  }
  validate82.errors = vErrors;
  return errors === 0;
}
function validate81(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.trim === void 0) {
      data.trim = true;
    }
    if (data.scrollback === void 0) {
      data.scrollback = 0;
    }
    if (data.styles === void 0) {
      data.styles = false;
    }
    if (data.rows !== void 0) {
      let data0 = data.rows;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.start === void 0) {
          const err0 = { instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/required", keyword: "required", params: { missingProperty: "start" }, message: "must have required property 'start'" };
          if (vErrors === null) {
            vErrors = [err0];
          } else {
            vErrors.push(err0);
          }
          errors++;
        }
        if (data0.end === void 0) {
          const err1 = { instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/required", keyword: "required", params: { missingProperty: "end" }, message: "must have required property 'end'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.start !== void 0) {
          if (!validate82(data0.start, { instancePath: instancePath + "/rows/start", parentData: data0, parentDataProperty: "start", rootData })) {
            vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
            errors = vErrors.length;
          }
        }
        if (data0.end !== void 0) {
          if (!validate82(data0.end, { instancePath: instancePath + "/rows/end", parentData: data0, parentDataProperty: "end", rootData })) {
            vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
            errors = vErrors.length;
          }
        }
        for (const member0 in data0) {
          if (member0 !== "start" && member0 !== "end") {
            const err2 = { instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["start", "end"] }, message: "unknown member" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
      } else {
        const err3 = { instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.region !== void 0) {
      let data3 = data.region;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.col === void 0) {
          const err4 = { instancePath: instancePath + "/region", schemaPath: "#/properties/region/required", keyword: "required", params: { missingProperty: "col" }, message: "must have required property 'col'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data3.row === void 0) {
          const err5 = { instancePath: instancePath + "/region", schemaPath: "#/properties/region/required", keyword: "required", params: { missingProperty: "row" }, message: "must have required property 'row'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data3.width === void 0) {
          const err6 = { instancePath: instancePath + "/region", schemaPath: "#/properties/region/required", keyword: "required", params: { missingProperty: "width" }, message: "must have required property 'width'" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (data3.height === void 0) {
          const err7 = { instancePath: instancePath + "/region", schemaPath: "#/properties/region/required", keyword: "required", params: { missingProperty: "height" }, message: "must have required property 'height'" };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (data3.col !== void 0) {
          if (!validate82(data3.col, { instancePath: instancePath + "/region/col", parentData: data3, parentDataProperty: "col", rootData })) {
            vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
            errors = vErrors.length;
          }
        }
        if (data3.row !== void 0) {
          if (!validate82(data3.row, { instancePath: instancePath + "/region/row", parentData: data3, parentDataProperty: "row", rootData })) {
            vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
            errors = vErrors.length;
          }
        }
        if (data3.width !== void 0) {
          let data6 = data3.width;
          if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
            const err8 = { instancePath: instancePath + "/region/width", schemaPath: "#/properties/region/properties/width/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (typeof data6 == "number" && isFinite(data6)) {
            if (data6 > 1e3 || isNaN(data6)) {
              const err9 = { instancePath: instancePath + "/region/width", schemaPath: "#/properties/region/properties/width/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
            if (data6 < 0 || isNaN(data6)) {
              const err10 = { instancePath: instancePath + "/region/width", schemaPath: "#/properties/region/properties/width/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
        }
        if (data3.height !== void 0) {
          let data7 = data3.height;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
            const err11 = { instancePath: instancePath + "/region/height", schemaPath: "#/properties/region/properties/height/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
          if (typeof data7 == "number" && isFinite(data7)) {
            if (data7 > 1e3 || isNaN(data7)) {
              const err12 = { instancePath: instancePath + "/region/height", schemaPath: "#/properties/region/properties/height/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
            if (data7 < 0 || isNaN(data7)) {
              const err13 = { instancePath: instancePath + "/region/height", schemaPath: "#/properties/region/properties/height/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err13];
              } else {
                vErrors.push(err13);
              }
              errors++;
            }
          }
        }
        for (const member1 in data3) {
          if (member1 !== "col" && member1 !== "row" && member1 !== "width" && member1 !== "height") {
            const err14 = { instancePath: instancePath + "/region", schemaPath: "#/properties/region/onlyMembers", keyword: "onlyMembers", params: { unknown: member1, known: ["col", "row", "width", "height"] }, message: "unknown member" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
        }
      } else {
        const err15 = { instancePath: instancePath + "/region", schemaPath: "#/properties/region/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.entireRow !== void 0) {
      let data8 = data.entireRow;
      if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)) && isFinite(data8))) {
        const err16 = { instancePath: instancePath + "/entireRow", schemaPath: "#/properties/entireRow/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
      if (typeof data8 == "number" && isFinite(data8)) {
        if (data8 > 1e3 || isNaN(data8)) {
          const err17 = { instancePath: instancePath + "/entireRow", schemaPath: "#/properties/entireRow/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
        if (data8 < 0 || isNaN(data8)) {
          const err18 = { instancePath: instancePath + "/entireRow", schemaPath: "#/properties/entireRow/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
      }
    }
    if (data.entireCol !== void 0) {
      let data9 = data.entireCol;
      if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
        const err19 = { instancePath: instancePath + "/entireCol", schemaPath: "#/properties/entireCol/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
      if (typeof data9 == "number" && isFinite(data9)) {
        if (data9 > 1e3 || isNaN(data9)) {
          const err20 = { instancePath: instancePath + "/entireCol", schemaPath: "#/properties/entireCol/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err20];
          } else {
            vErrors.push(err20);
          }
          errors++;
        }
        if (data9 < 0 || isNaN(data9)) {
          const err21 = { instancePath: instancePath + "/entireCol", schemaPath: "#/properties/entireCol/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err21];
          } else {
            vErrors.push(err21);
          }
          errors++;
        }
      }
    }
    if (typeof data.trim !== "boolean") {
      const err22 = { instancePath: instancePath + "/trim", schemaPath: "#/properties/trim/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err22];
      } else {
        vErrors.push(err22);
      }
      errors++;
    }
    let data11 = data.scrollback;
    if (!(typeof data11 == "number" && (!(data11 % 1) && !isNaN(data11)) && isFinite(data11))) {
      const err23 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err23];
      } else {
        vErrors.push(err23);
      }
      errors++;
    }
    if (typeof data11 == "number" && isFinite(data11)) {
      if (data11 > 1e5 || isNaN(data11)) {
        const err24 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e5 }, message: "must be <= 100000" };
        if (vErrors === null) {
          vErrors = [err24];
        } else {
          vErrors.push(err24);
        }
        errors++;
      }
      if (data11 < 0 || isNaN(data11)) {
        const err25 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err25];
        } else {
          vErrors.push(err25);
        }
        errors++;
      }
    }
    if (typeof data.styles !== "boolean") {
      const err26 = { instancePath: instancePath + "/styles", schemaPath: "#/properties/styles/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err26];
      } else {
        vErrors.push(err26);
      }
      errors++;
    }
    if ((data["rows"] === void 0 ? 0 : 1) + (data["region"] === void 0 ? 0 : 1) + (data["entireRow"] === void 0 ? 0 : 1) + (data["entireCol"] === void 0 ? 0 : 1) > 1) {
      const err27 = { instancePath, schemaPath: "#/atMostOne", keyword: "atMostOne", params: { names: ["rows", "region", "entireRow", "entireCol"] }, message: "atMostOne" };
      if (vErrors === null) {
        vErrors = [err27];
      } else {
        vErrors.push(err27);
      }
      errors++;
    }
    for (const member2 in data) {
      if (member2 !== "rows" && member2 !== "region" && member2 !== "entireRow" && member2 !== "entireCol" && member2 !== "trim" && member2 !== "scrollback" && member2 !== "styles") {
        const err28 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member2, known: ["rows", "region", "entireRow", "entireCol", "trim", "scrollback", "styles"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
  } else {
    const err29 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err29];
    } else {
      vErrors.push(err29);
    }
    errors++;
  }
  validate81.errors = vErrors;
  return errors === 0;
}
var diffView = validate87;
var schema37 = { "type": "object", "required": ["leftPath", "rightPath"], "properties": { "leftPath": { "$ref": "#/$defs/path" }, "rightPath": { "$ref": "#/$defs/path" }, "mode": { "enum": ["text", "styled"], "default": "text" } }, "onlyMembers": ["leftPath", "rightPath", "mode"] };
function validate87(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.mode === void 0) {
      data.mode = "text";
    }
    if (data.leftPath === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "leftPath" }, message: "must have required property 'leftPath'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.rightPath === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "rightPath" }, message: "must have required property 'rightPath'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.leftPath !== void 0) {
      if (!validate23(data.leftPath, { instancePath: instancePath + "/leftPath", parentData: data, parentDataProperty: "leftPath", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.rightPath !== void 0) {
      if (!validate23(data.rightPath, { instancePath: instancePath + "/rightPath", parentData: data, parentDataProperty: "rightPath", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    let data2 = data.mode;
    if (!(data2 === "text" || data2 === "styled")) {
      const err2 = { instancePath: instancePath + "/mode", schemaPath: "#/properties/mode/enum", keyword: "enum", params: { allowedValues: schema37.properties.mode.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "leftPath" && member0 !== "rightPath" && member0 !== "mode") {
        const err3 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["leftPath", "rightPath", "mode"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate87.errors = vErrors;
  return errors === 0;
}
var drag = validate90;
function validate91(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.col !== void 0) {
      if (data.row === void 0) {
        const err0 = { instancePath, schemaPath: "#/dependencies", keyword: "dependencies", params: {
          property: "col",
          missingProperty: "row",
          depsCount: 1,
          deps: "row"
        }, message: "must have property row when property col is present" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.row !== void 0) {
      if (data.col === void 0) {
        const err1 = { instancePath, schemaPath: "#/dependencies", keyword: "dependencies", params: {
          property: "row",
          missingProperty: "col",
          depsCount: 1,
          deps: "col"
        }, message: "must have property col when property row is present" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.col !== void 0) {
      if (!validate29(data.col, { instancePath: instancePath + "/col", parentData: data, parentDataProperty: "col", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.row !== void 0) {
      if (!validate29(data.row, { instancePath: instancePath + "/row", parentData: data, parentDataProperty: "row", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.selector !== void 0) {
      if (!validate32(data.selector, { instancePath: instancePath + "/selector", parentData: data, parentDataProperty: "selector", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if ((data["col"] === void 0 ? 0 : 1) + (data["selector"] === void 0 ? 0 : 1) !== 1) {
      const err2 = { instancePath, schemaPath: "#/exactlyOne", keyword: "exactlyOne", params: { names: ["col", "selector"] }, message: "exactlyOne" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "col" && member0 !== "row" && member0 !== "selector") {
        const err3 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["col", "row", "selector"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate91.errors = vErrors;
  return errors === 0;
}
function validate90(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.button === void 0) {
      data.button = "left";
    }
    if (data.modifiers === void 0) {
      data.modifiers = [];
    }
    if (data.encoding === void 0) {
      data.encoding = "auto";
    }
    if (data.force === void 0) {
      data.force = false;
    }
    if (data.timeoutMs === void 0) {
      data.timeoutMs = 0;
    }
    if (data.settleMs === void 0) {
      data.settleMs = 50;
    }
    if (data.from === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "from" }, message: "must have required property 'from'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.to === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "to" }, message: "must have required property 'to'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.from !== void 0) {
      if (!validate91(data.from, { instancePath: instancePath + "/from", parentData: data, parentDataProperty: "from", rootData })) {
        vErrors = vErrors === null ? validate91.errors : vErrors.concat(validate91.errors);
        errors = vErrors.length;
      }
    }
    if (data.to !== void 0) {
      if (!validate91(data.to, { instancePath: instancePath + "/to", parentData: data, parentDataProperty: "to", rootData })) {
        vErrors = vErrors === null ? validate91.errors : vErrors.concat(validate91.errors);
        errors = vErrors.length;
      }
    }
    if (!validate64(data.button, { instancePath: instancePath + "/button", parentData: data, parentDataProperty: "button", rootData })) {
      vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
      errors = vErrors.length;
    }
    if (!validate66(data.modifiers, { instancePath: instancePath + "/modifiers", parentData: data, parentDataProperty: "modifiers", rootData })) {
      vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors);
      errors = vErrors.length;
    }
    if (!validate68(data.encoding, { instancePath: instancePath + "/encoding", parentData: data, parentDataProperty: "encoding", rootData })) {
      vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
      errors = vErrors.length;
    }
    if (!validate70(data.force, { instancePath: instancePath + "/force", parentData: data, parentDataProperty: "force", rootData })) {
      vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors);
      errors = vErrors.length;
    }
    if (!validate72(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
      vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
      errors = vErrors.length;
    }
    if (data.ambiguityMode !== void 0) {
      if (!validate74(data.ambiguityMode, { instancePath: instancePath + "/ambiguityMode", parentData: data, parentDataProperty: "ambiguityMode", rootData })) {
        vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
        errors = vErrors.length;
      }
    }
    if (!validate76(data.settleMs, { instancePath: instancePath + "/settleMs", parentData: data, parentDataProperty: "settleMs", rootData })) {
      vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
      errors = vErrors.length;
    }
    for (const member0 in data) {
      if (member0 !== "from" && member0 !== "to" && member0 !== "button" && member0 !== "modifiers" && member0 !== "encoding" && member0 !== "force" && member0 !== "timeoutMs" && member0 !== "ambiguityMode" && member0 !== "settleMs") {
        const err2 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["from", "to", "button", "modifiers", "encoding", "force", "timeoutMs", "ambiguityMode", "settleMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate90.errors = vErrors;
  return errors === 0;
}
var dumpView = validate104;
var schema40 = { "type": "object", "required": ["name"], "properties": { "name": { "$ref": "#/$defs/name" }, "format": { "enum": ["ansi", "png", "both", "svg", "html"], "default": "ansi" }, "theme": { "$ref": "#/$defs/path" }, "font": { "$ref": "#/$defs/path" }, "rows": { "$ref": "#/$defs/rows" }, "cols": { "$ref": "#/$defs/cols" }, "scale": { "$ref": "#/$defs/scale", "default": 1 }, "padding": { "$ref": "#/$defs/padding", "default": 1 }, "showCursor": { "type": "boolean", "default": true }, "embedFont": { "type": "boolean", "default": false } }, "onlyMembers": ["name", "format", "theme", "font", "rows", "cols", "scale", "padding", "showCursor", "embedFont"] };
function validate108(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1e3 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 1 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate108.errors = vErrors;
  return errors === 0;
}
function validate110(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1e3 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 2 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 2 }, message: "must be >= 2" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate110.errors = vErrors;
  return errors === 0;
}
function validate112(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 4 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 4 }, message: "must be <= 4" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 1 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate112.errors = vErrors;
  return errors === 0;
}
function validate114(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 100 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate114.errors = vErrors;
  return errors === 0;
}
function validate104(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.format === void 0) {
      data.format = "ansi";
    }
    if (data.scale === void 0) {
      data.scale = 1;
    }
    if (data.padding === void 0) {
      data.padding = 1;
    }
    if (data.showCursor === void 0) {
      data.showCursor = true;
    }
    if (data.embedFont === void 0) {
      data.embedFont = false;
    }
    if (data.name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.name !== void 0) {
      if (!validate25(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
        vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
        errors = vErrors.length;
      }
    }
    let data1 = data.format;
    if (!(data1 === "ansi" || data1 === "png" || data1 === "both" || data1 === "svg" || data1 === "html")) {
      const err1 = { instancePath: instancePath + "/format", schemaPath: "#/properties/format/enum", keyword: "enum", params: { allowedValues: schema40.properties.format.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.theme !== void 0) {
      if (!validate23(data.theme, { instancePath: instancePath + "/theme", parentData: data, parentDataProperty: "theme", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.font !== void 0) {
      if (!validate23(data.font, { instancePath: instancePath + "/font", parentData: data, parentDataProperty: "font", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.rows !== void 0) {
      if (!validate108(data.rows, { instancePath: instancePath + "/rows", parentData: data, parentDataProperty: "rows", rootData })) {
        vErrors = vErrors === null ? validate108.errors : vErrors.concat(validate108.errors);
        errors = vErrors.length;
      }
    }
    if (data.cols !== void 0) {
      if (!validate110(data.cols, { instancePath: instancePath + "/cols", parentData: data, parentDataProperty: "cols", rootData })) {
        vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
        errors = vErrors.length;
      }
    }
    if (!validate112(data.scale, { instancePath: instancePath + "/scale", parentData: data, parentDataProperty: "scale", rootData })) {
      vErrors = vErrors === null ? validate112.errors : vErrors.concat(validate112.errors);
      errors = vErrors.length;
    }
    if (!validate114(data.padding, { instancePath: instancePath + "/padding", parentData: data, parentDataProperty: "padding", rootData })) {
      vErrors = vErrors === null ? validate114.errors : vErrors.concat(validate114.errors);
      errors = vErrors.length;
    }
    if (typeof data.showCursor !== "boolean") {
      const err2 = { instancePath: instancePath + "/showCursor", schemaPath: "#/properties/showCursor/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (typeof data.embedFont !== "boolean") {
      const err3 = { instancePath: instancePath + "/embedFont", schemaPath: "#/properties/embedFont/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "name" && member0 !== "format" && member0 !== "theme" && member0 !== "font" && member0 !== "rows" && member0 !== "cols" && member0 !== "scale" && member0 !== "padding" && member0 !== "showCursor" && member0 !== "embedFont") {
        const err4 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["name", "format", "theme", "font", "rows", "cols", "scale", "padding", "showCursor", "embedFont"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate104.errors = vErrors;
  return errors === 0;
}
var expectNotVisible = validate116;
function validate118(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 2147483647 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate118.errors = vErrors;
  return errors === 0;
}
function validate120(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 2147483647 || isNaN(data)) {
      const err1 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      const err2 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate120.errors = vErrors;
  return errors === 0;
}
function validate116(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.forMs === void 0) {
      data.forMs = 0;
    }
    if (data.selector === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "selector" }, message: "must have required property 'selector'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.selector !== void 0) {
      if (!validate32(data.selector, { instancePath: instancePath + "/selector", parentData: data, parentDataProperty: "selector", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    if (data.pollIntervalMs !== void 0) {
      if (!validate120(data.pollIntervalMs, { instancePath: instancePath + "/pollIntervalMs", parentData: data, parentDataProperty: "pollIntervalMs", rootData })) {
        vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
        errors = vErrors.length;
      }
    }
    if (data.ambiguityMode !== void 0) {
      if (!validate74(data.ambiguityMode, { instancePath: instancePath + "/ambiguityMode", parentData: data, parentDataProperty: "ambiguityMode", rootData })) {
        vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
        errors = vErrors.length;
      }
    }
    if (!validate79(data.forMs, { instancePath: instancePath + "/forMs", parentData: data, parentDataProperty: "forMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    for (const member0 in data) {
      if (member0 !== "selector" && member0 !== "timeoutMs" && member0 !== "pollIntervalMs" && member0 !== "ambiguityMode" && member0 !== "forMs") {
        const err1 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["selector", "timeoutMs", "pollIntervalMs", "ambiguityMode", "forMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate116.errors = vErrors;
  return errors === 0;
}
var expectSnapshot = validate124;
var schema48 = { "type": "object", "required": ["name"], "properties": { "name": { "$ref": "#/$defs/name" }, "mask": { "type": "array", "maxItems": 100, "items": { "$ref": "#/$defs/area" } }, "normalize": { "type": "array", "maxItems": 100, "items": { "type": "object", "required": ["pattern", "replacement"], "properties": { "pattern": { "$ref": "#/$defs/pattern" }, "replacement": { "type": "string", "maxLength": 1e3 } }, "onlyMembers": ["pattern", "replacement"] } }, "region": { "$ref": "#/$defs/area" }, "update": { "enum": ["none", "missing", "all"] }, "stableMs": { "$ref": "#/$defs/milliseconds", "default": 250 }, "timeoutMs": { "$ref": "#/$defs/timeoutMs" } }, "onlyMembers": ["name", "mask", "normalize", "region", "update", "stableMs", "timeoutMs"] };
function validate126(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  let valid0 = true;
  const _errs1 = errors;
  if (!(data && typeof data == "object" && !Array.isArray(data))) {
    const err0 = {};
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  const _errs3 = errors;
  const _errs4 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.type === void 0 && (missing0 = "type")) {
      const err1 = {};
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  }
  var valid1 = _errs4 === errors;
  if (valid1) {
    const err2 = {};
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  } else {
    errors = _errs3;
    if (vErrors !== null) {
      if (_errs3) {
        vErrors.length = _errs3;
      } else {
        vErrors = null;
      }
    }
  }
  var _valid0 = _errs1 === errors;
  errors = _errs0;
  if (vErrors !== null) {
    if (_errs0) {
      vErrors.length = _errs0;
    } else {
      vErrors = null;
    }
  }
  let ifClause0;
  if (_valid0) {
    const _errs5 = errors;
    if (!validate51(data, { instancePath, parentData, parentDataProperty, rootData })) {
      vErrors = vErrors === null ? validate51.errors : vErrors.concat(validate51.errors);
      errors = vErrors.length;
    }
    var _valid0 = _errs5 === errors;
    valid0 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs6 = errors;
    if (!validate32(data, { instancePath, parentData, parentDataProperty, rootData })) {
      vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
      errors = vErrors.length;
    }
    var _valid0 = _errs6 === errors;
    valid0 = _valid0;
    ifClause0 = "else";
  }
  if (!valid0) {
    const err3 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate126.errors = vErrors;
  return errors === 0;
}
function validate124(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.stableMs === void 0) {
      data.stableMs = 250;
    }
    if (data.name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.name !== void 0) {
      if (!validate25(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
        vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
        errors = vErrors.length;
      }
    }
    if (data.mask !== void 0) {
      let data1 = data.mask;
      if (Array.isArray(data1)) {
        if (data1.length > 100) {
          const err1 = { instancePath: instancePath + "/mask", schemaPath: "#/properties/mask/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!validate126(data1[i0], { instancePath: instancePath + "/mask/" + i0, parentData: data1, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate126.errors : vErrors.concat(validate126.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/mask", schemaPath: "#/properties/mask/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.normalize !== void 0) {
      let data3 = data.normalize;
      if (Array.isArray(data3)) {
        if (data3.length > 100) {
          const err3 = { instancePath: instancePath + "/normalize", schemaPath: "#/properties/normalize/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        const len1 = data3.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data4 = data3[i1];
          if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
            if (data4.pattern === void 0) {
              const err4 = { instancePath: instancePath + "/normalize/" + i1, schemaPath: "#/properties/normalize/items/required", keyword: "required", params: { missingProperty: "pattern" }, message: "must have required property 'pattern'" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
            if (data4.replacement === void 0) {
              const err5 = { instancePath: instancePath + "/normalize/" + i1, schemaPath: "#/properties/normalize/items/required", keyword: "required", params: { missingProperty: "replacement" }, message: "must have required property 'replacement'" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
            if (data4.pattern !== void 0) {
              if (!validate42(data4.pattern, { instancePath: instancePath + "/normalize/" + i1 + "/pattern", parentData: data4, parentDataProperty: "pattern", rootData })) {
                vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
                errors = vErrors.length;
              }
            }
            if (data4.replacement !== void 0) {
              let data6 = data4.replacement;
              if (typeof data6 === "string") {
                if (func2(data6) > 1e3) {
                  const err6 = { instancePath: instancePath + "/normalize/" + i1 + "/replacement", schemaPath: "#/properties/normalize/items/properties/replacement/maxLength", keyword: "maxLength", params: { limit: 1e3 }, message: "must NOT have more than 1000 characters" };
                  if (vErrors === null) {
                    vErrors = [err6];
                  } else {
                    vErrors.push(err6);
                  }
                  errors++;
                }
              } else {
                const err7 = { instancePath: instancePath + "/normalize/" + i1 + "/replacement", schemaPath: "#/properties/normalize/items/properties/replacement/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err7];
                } else {
                  vErrors.push(err7);
                }
                errors++;
              }
            }
            for (const member0 in data4) {
              if (member0 !== "pattern" && member0 !== "replacement") {
                const err8 = { instancePath: instancePath + "/normalize/" + i1, schemaPath: "#/properties/normalize/items/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["pattern", "replacement"] }, message: "unknown member" };
                if (vErrors === null) {
                  vErrors = [err8];
                } else {
                  vErrors.push(err8);
                }
                errors++;
              }
            }
          } else {
            const err9 = { instancePath: instancePath + "/normalize/" + i1, schemaPath: "#/properties/normalize/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
      } else {
        const err10 = { instancePath: instancePath + "/normalize", schemaPath: "#/properties/normalize/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.region !== void 0) {
      if (!validate126(data.region, { instancePath: instancePath + "/region", parentData: data, parentDataProperty: "region", rootData })) {
        vErrors = vErrors === null ? validate126.errors : vErrors.concat(validate126.errors);
        errors = vErrors.length;
      }
    }
    if (data.update !== void 0) {
      let data8 = data.update;
      if (!(data8 === "none" || data8 === "missing" || data8 === "all")) {
        const err11 = { instancePath: instancePath + "/update", schemaPath: "#/properties/update/enum", keyword: "enum", params: { allowedValues: schema48.properties.update.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (!validate79(data.stableMs, { instancePath: instancePath + "/stableMs", parentData: data, parentDataProperty: "stableMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    for (const member1 in data) {
      if (member1 !== "name" && member1 !== "mask" && member1 !== "normalize" && member1 !== "region" && member1 !== "update" && member1 !== "stableMs" && member1 !== "timeoutMs") {
        const err12 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member1, known: ["name", "mask", "normalize", "region", "update", "stableMs", "timeoutMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
  } else {
    const err13 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err13];
    } else {
      vErrors.push(err13);
    }
    errors++;
  }
  validate124.errors = vErrors;
  return errors === 0;
}
var expectVisible = validate134;
function validate134(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.forMs === void 0) {
      data.forMs = 0;
    }
    if (data.selector === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "selector" }, message: "must have required property 'selector'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.selector !== void 0) {
      if (!validate32(data.selector, { instancePath: instancePath + "/selector", parentData: data, parentDataProperty: "selector", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    if (data.pollIntervalMs !== void 0) {
      if (!validate120(data.pollIntervalMs, { instancePath: instancePath + "/pollIntervalMs", parentData: data, parentDataProperty: "pollIntervalMs", rootData })) {
        vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
        errors = vErrors.length;
      }
    }
    if (data.ambiguityMode !== void 0) {
      if (!validate74(data.ambiguityMode, { instancePath: instancePath + "/ambiguityMode", parentData: data, parentDataProperty: "ambiguityMode", rootData })) {
        vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
        errors = vErrors.length;
      }
    }
    if (!validate79(data.forMs, { instancePath: instancePath + "/forMs", parentData: data, parentDataProperty: "forMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    for (const member0 in data) {
      if (member0 !== "selector" && member0 !== "timeoutMs" && member0 !== "pollIntervalMs" && member0 !== "ambiguityMode" && member0 !== "forMs") {
        const err1 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["selector", "timeoutMs", "pollIntervalMs", "ambiguityMode", "forMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate134.errors = vErrors;
  return errors === 0;
}
var find = validate140;
var schema51 = { "type": "object", "required": ["selector"], "properties": { "selector": { "$ref": "#/$defs/selector" }, "scope": { "enum": ["viewport", "scrollback"], "default": "viewport" }, "limit": { "type": "integer", "minimum": 1, "maximum": 1e5, "default": 100 } }, "onlyMembers": ["selector", "scope", "limit"] };
function validate140(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.scope === void 0) {
      data.scope = "viewport";
    }
    if (data.limit === void 0) {
      data.limit = 100;
    }
    if (data.selector === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "selector" }, message: "must have required property 'selector'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.selector !== void 0) {
      if (!validate32(data.selector, { instancePath: instancePath + "/selector", parentData: data, parentDataProperty: "selector", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    let data1 = data.scope;
    if (!(data1 === "viewport" || data1 === "scrollback")) {
      const err1 = { instancePath: instancePath + "/scope", schemaPath: "#/properties/scope/enum", keyword: "enum", params: { allowedValues: schema51.properties.scope.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    let data2 = data.limit;
    if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
      const err2 = { instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (typeof data2 == "number" && isFinite(data2)) {
      if (data2 > 1e5 || isNaN(data2)) {
        const err3 = { instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e5 }, message: "must be <= 100000" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (data2 < 1 || isNaN(data2)) {
        const err4 = { instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "selector" && member0 !== "scope" && member0 !== "limit") {
        const err5 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["selector", "scope", "limit"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate140.errors = vErrors;
  return errors === 0;
}
var focus = validate142;
function validate142(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.settleMs === void 0) {
      data.settleMs = 50;
    }
    if (data.focused === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "focused" }, message: "must have required property 'focused'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.focused !== void 0) {
      if (typeof data.focused !== "boolean") {
        const err1 = { instancePath: instancePath + "/focused", schemaPath: "#/properties/focused/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    if (!validate76(data.settleMs, { instancePath: instancePath + "/settleMs", parentData: data, parentDataProperty: "settleMs", rootData })) {
      vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
      errors = vErrors.length;
    }
    for (const member0 in data) {
      if (member0 !== "focused" && member0 !== "timeoutMs" && member0 !== "settleMs") {
        const err2 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["focused", "timeoutMs", "settleMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate142.errors = vErrors;
  return errors === 0;
}
var health = validate145;
function validate145(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.expectCommand !== void 0) {
      let data0 = data.expectCommand;
      if (Array.isArray(data0)) {
        if (data0.length > 100) {
          const err0 = { instancePath: instancePath + "/expectCommand", schemaPath: "#/properties/expectCommand/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
          if (vErrors === null) {
            vErrors = [err0];
          } else {
            vErrors.push(err0);
          }
          errors++;
        }
        if (data0.length < 1) {
          const err1 = { instancePath: instancePath + "/expectCommand", schemaPath: "#/properties/expectCommand/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (typeof data0[i0] !== "string") {
            const err2 = { instancePath: instancePath + "/expectCommand/" + i0, schemaPath: "#/properties/expectCommand/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
      } else {
        const err3 = { instancePath: instancePath + "/expectCommand", schemaPath: "#/properties/expectCommand/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "expectCommand") {
        const err4 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["expectCommand"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate145.errors = vErrors;
  return errors === 0;
}
var hover = validate146;
function validate146(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.modifiers === void 0) {
      data.modifiers = [];
    }
    if (data.encoding === void 0) {
      data.encoding = "auto";
    }
    if (data.force === void 0) {
      data.force = false;
    }
    if (data.timeoutMs === void 0) {
      data.timeoutMs = 0;
    }
    if (data.settleMs === void 0) {
      data.settleMs = 50;
    }
    if (data.col !== void 0) {
      if (data.row === void 0) {
        const err0 = { instancePath, schemaPath: "#/dependencies", keyword: "dependencies", params: {
          property: "col",
          missingProperty: "row",
          depsCount: 1,
          deps: "row"
        }, message: "must have property row when property col is present" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.row !== void 0) {
      if (data.col === void 0) {
        const err1 = { instancePath, schemaPath: "#/dependencies", keyword: "dependencies", params: {
          property: "row",
          missingProperty: "col",
          depsCount: 1,
          deps: "col"
        }, message: "must have property col when property row is present" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.col !== void 0) {
      if (!validate29(data.col, { instancePath: instancePath + "/col", parentData: data, parentDataProperty: "col", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.row !== void 0) {
      if (!validate29(data.row, { instancePath: instancePath + "/row", parentData: data, parentDataProperty: "row", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.selector !== void 0) {
      if (!validate32(data.selector, { instancePath: instancePath + "/selector", parentData: data, parentDataProperty: "selector", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (!validate66(data.modifiers, { instancePath: instancePath + "/modifiers", parentData: data, parentDataProperty: "modifiers", rootData })) {
      vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors);
      errors = vErrors.length;
    }
    if (!validate68(data.encoding, { instancePath: instancePath + "/encoding", parentData: data, parentDataProperty: "encoding", rootData })) {
      vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
      errors = vErrors.length;
    }
    if (!validate70(data.force, { instancePath: instancePath + "/force", parentData: data, parentDataProperty: "force", rootData })) {
      vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors);
      errors = vErrors.length;
    }
    if (!validate72(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
      vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
      errors = vErrors.length;
    }
    if (data.ambiguityMode !== void 0) {
      if (!validate74(data.ambiguityMode, { instancePath: instancePath + "/ambiguityMode", parentData: data, parentDataProperty: "ambiguityMode", rootData })) {
        vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
        errors = vErrors.length;
      }
    }
    if (!validate76(data.settleMs, { instancePath: instancePath + "/settleMs", parentData: data, parentDataProperty: "settleMs", rootData })) {
      vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
      errors = vErrors.length;
    }
    if ((data["col"] === void 0 ? 0 : 1) + (data["selector"] === void 0 ? 0 : 1) !== 1) {
      const err2 = { instancePath, schemaPath: "#/exactlyOne", keyword: "exactlyOne", params: { names: ["col", "selector"] }, message: "exactlyOne" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "col" && member0 !== "row" && member0 !== "selector" && member0 !== "modifiers" && member0 !== "encoding" && member0 !== "force" && member0 !== "timeoutMs" && member0 !== "ambiguityMode" && member0 !== "settleMs") {
        const err3 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["col", "row", "selector", "modifiers", "encoding", "force", "timeoutMs", "ambiguityMode", "settleMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate146.errors = vErrors;
  return errors === 0;
}
var initialize = validate156;
var schema55 = { "type": "object", "properties": { "name": { "$ref": "#/$defs/name", "default": "session" }, "timeoutSeconds": { "type": "number", "minimum": 0, "maximum": 2147483647e-3 }, "terminalCols": { "$ref": "#/$defs/cols" }, "terminalRows": { "$ref": "#/$defs/rows" }, "ambiguityMode": { "$ref": "#/$defs/ambiguityMode" }, "snapshotTheme": { "type": "string", "minLength": 1, "maxLength": 4096, "pattern": "^[^\\u0000]*$" }, "updateSnapshots": { "type": "boolean" }, "artifactDir": { "$ref": "#/$defs/path" }, "snapshotDir": { "$ref": "#/$defs/path" }, "trace": { "enum": ["off", "on", "on-failure"] }, "scrollback": { "type": "integer", "minimum": 0, "maximum": 1e5, "default": 1e3 }, "secrets": { "type": "array", "maxItems": 100, "items": { "type": "string", "minLength": 4, "maxLength": 1e3 } }, "notifyExit": { "type": "boolean", "default": false }, "title": { "type": "string", "maxLength": 1e4 }, "description": { "type": "string", "maxLength": 1e4 }, "parentAgent": { "type": "string", "maxLength": 1e4 } }, "onlyMembers": ["name", "timeoutSeconds", "terminalCols", "terminalRows", "ambiguityMode", "snapshotTheme", "updateSnapshots", "artifactDir", "snapshotDir", "trace", "scrollback", "secrets", "notifyExit", "title", "description", "parentAgent"] };
function validate156(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      data.name = "session";
    }
    if (data.scrollback === void 0) {
      data.scrollback = 1e3;
    }
    if (data.notifyExit === void 0) {
      data.notifyExit = false;
    }
    if (!validate25(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
      vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
      errors = vErrors.length;
    }
    if (data.timeoutSeconds !== void 0) {
      let data1 = data.timeoutSeconds;
      if (typeof data1 == "number" && isFinite(data1)) {
        if (data1 > 2147483647e-3 || isNaN(data1)) {
          const err0 = { instancePath: instancePath + "/timeoutSeconds", schemaPath: "#/properties/timeoutSeconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647e-3 }, message: "must be <= 2147483.647" };
          if (vErrors === null) {
            vErrors = [err0];
          } else {
            vErrors.push(err0);
          }
          errors++;
        }
        if (data1 < 0 || isNaN(data1)) {
          const err1 = { instancePath: instancePath + "/timeoutSeconds", schemaPath: "#/properties/timeoutSeconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/timeoutSeconds", schemaPath: "#/properties/timeoutSeconds/type", keyword: "type", params: { type: "number" }, message: "must be number" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.terminalCols !== void 0) {
      if (!validate110(data.terminalCols, { instancePath: instancePath + "/terminalCols", parentData: data, parentDataProperty: "terminalCols", rootData })) {
        vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
        errors = vErrors.length;
      }
    }
    if (data.terminalRows !== void 0) {
      if (!validate108(data.terminalRows, { instancePath: instancePath + "/terminalRows", parentData: data, parentDataProperty: "terminalRows", rootData })) {
        vErrors = vErrors === null ? validate108.errors : vErrors.concat(validate108.errors);
        errors = vErrors.length;
      }
    }
    if (data.ambiguityMode !== void 0) {
      if (!validate74(data.ambiguityMode, { instancePath: instancePath + "/ambiguityMode", parentData: data, parentDataProperty: "ambiguityMode", rootData })) {
        vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
        errors = vErrors.length;
      }
    }
    if (data.snapshotTheme !== void 0) {
      let data5 = data.snapshotTheme;
      if (typeof data5 === "string") {
        if (func2(data5) > 4096) {
          const err3 = { instancePath: instancePath + "/snapshotTheme", schemaPath: "#/properties/snapshotTheme/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (func2(data5) < 1) {
          const err4 = { instancePath: instancePath + "/snapshotTheme", schemaPath: "#/properties/snapshotTheme/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (!pattern0.test(data5)) {
          const err5 = { instancePath: instancePath + "/snapshotTheme", schemaPath: "#/properties/snapshotTheme/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/snapshotTheme", schemaPath: "#/properties/snapshotTheme/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.updateSnapshots !== void 0) {
      if (typeof data.updateSnapshots !== "boolean") {
        const err7 = { instancePath: instancePath + "/updateSnapshots", schemaPath: "#/properties/updateSnapshots/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.artifactDir !== void 0) {
      if (!validate23(data.artifactDir, { instancePath: instancePath + "/artifactDir", parentData: data, parentDataProperty: "artifactDir", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.snapshotDir !== void 0) {
      if (!validate23(data.snapshotDir, { instancePath: instancePath + "/snapshotDir", parentData: data, parentDataProperty: "snapshotDir", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.trace !== void 0) {
      let data9 = data.trace;
      if (!(data9 === "off" || data9 === "on" || data9 === "on-failure")) {
        const err8 = { instancePath: instancePath + "/trace", schemaPath: "#/properties/trace/enum", keyword: "enum", params: { allowedValues: schema55.properties.trace.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    let data10 = data.scrollback;
    if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)) && isFinite(data10))) {
      const err9 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (typeof data10 == "number" && isFinite(data10)) {
      if (data10 > 1e5 || isNaN(data10)) {
        const err10 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e5 }, message: "must be <= 100000" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if (data10 < 0 || isNaN(data10)) {
        const err11 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.secrets !== void 0) {
      let data11 = data.secrets;
      if (Array.isArray(data11)) {
        if (data11.length > 100) {
          const err12 = { instancePath: instancePath + "/secrets", schemaPath: "#/properties/secrets/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        const len0 = data11.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data12 = data11[i0];
          if (typeof data12 === "string") {
            if (func2(data12) > 1e3) {
              const err13 = { instancePath: instancePath + "/secrets/" + i0, schemaPath: "#/properties/secrets/items/maxLength", keyword: "maxLength", params: { limit: 1e3 }, message: "must NOT have more than 1000 characters" };
              if (vErrors === null) {
                vErrors = [err13];
              } else {
                vErrors.push(err13);
              }
              errors++;
            }
            if (func2(data12) < 4) {
              const err14 = { instancePath: instancePath + "/secrets/" + i0, schemaPath: "#/properties/secrets/items/minLength", keyword: "minLength", params: { limit: 4 }, message: "must NOT have fewer than 4 characters" };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          } else {
            const err15 = { instancePath: instancePath + "/secrets/" + i0, schemaPath: "#/properties/secrets/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/secrets", schemaPath: "#/properties/secrets/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
    if (typeof data.notifyExit !== "boolean") {
      const err17 = { instancePath: instancePath + "/notifyExit", schemaPath: "#/properties/notifyExit/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err17];
      } else {
        vErrors.push(err17);
      }
      errors++;
    }
    if (data.title !== void 0) {
      let data14 = data.title;
      if (typeof data14 === "string") {
        if (func2(data14) > 1e4) {
          const err18 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/maxLength", keyword: "maxLength", params: { limit: 1e4 }, message: "must NOT have more than 10000 characters" };
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
      } else {
        const err19 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.description !== void 0) {
      let data15 = data.description;
      if (typeof data15 === "string") {
        if (func2(data15) > 1e4) {
          const err20 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 1e4 }, message: "must NOT have more than 10000 characters" };
          if (vErrors === null) {
            vErrors = [err20];
          } else {
            vErrors.push(err20);
          }
          errors++;
        }
      } else {
        const err21 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      }
    }
    if (data.parentAgent !== void 0) {
      let data16 = data.parentAgent;
      if (typeof data16 === "string") {
        if (func2(data16) > 1e4) {
          const err22 = { instancePath: instancePath + "/parentAgent", schemaPath: "#/properties/parentAgent/maxLength", keyword: "maxLength", params: { limit: 1e4 }, message: "must NOT have more than 10000 characters" };
          if (vErrors === null) {
            vErrors = [err22];
          } else {
            vErrors.push(err22);
          }
          errors++;
        }
      } else {
        const err23 = { instancePath: instancePath + "/parentAgent", schemaPath: "#/properties/parentAgent/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "name" && member0 !== "timeoutSeconds" && member0 !== "terminalCols" && member0 !== "terminalRows" && member0 !== "ambiguityMode" && member0 !== "snapshotTheme" && member0 !== "updateSnapshots" && member0 !== "artifactDir" && member0 !== "snapshotDir" && member0 !== "trace" && member0 !== "scrollback" && member0 !== "secrets" && member0 !== "notifyExit" && member0 !== "title" && member0 !== "description" && member0 !== "parentAgent") {
        const err24 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["name", "timeoutSeconds", "terminalCols", "terminalRows", "ambiguityMode", "snapshotTheme", "updateSnapshots", "artifactDir", "snapshotDir", "trace", "scrollback", "secrets", "notifyExit", "title", "description", "parentAgent"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err24];
        } else {
          vErrors.push(err24);
        }
        errors++;
      }
    }
  } else {
    const err25 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err25];
    } else {
      vErrors.push(err25);
    }
    errors++;
  }
  validate156.errors = vErrors;
  return errors === 0;
}
var launch = validate163;
var schema56 = { "type": "object", "required": ["command"], "properties": { "command": { "$ref": "#/$defs/path" }, "args": { "type": "array", "items": { "type": "string", "pattern": "^[^\\u0000]*$" }, "maxItems": 1e5, "default": [] }, "env": { "type": "object", "propertyNames": { "pattern": "^[^=\\u0000]+$" }, "additionalProperties": { "type": ["string", "null"], "pattern": "^[^\\u0000]*$" }, "default": {} }, "inheritEnv": { "type": "boolean", "default": true }, "cwd": { "$ref": "#/$defs/path" }, "cols": { "$ref": "#/$defs/cols" }, "rows": { "$ref": "#/$defs/rows" }, "readySelector": { "$ref": "#/$defs/selector" }, "readyModes": { "$ref": "#/$defs/modes" }, "readyTimeoutMs": { "$ref": "#/$defs/milliseconds" }, "readyPollIntervalMs": { "$ref": "#/$defs/pollIntervalMs" }, "idleTimeoutMs": { "$ref": "#/$defs/milliseconds" }, "maxRuntimeMs": { "$ref": "#/$defs/milliseconds" } }, "onlyMembers": ["command", "args", "env", "inheritEnv", "cwd", "cols", "rows", "readySelector", "readyModes", "readyTimeoutMs", "readyPollIntervalMs", "idleTimeoutMs", "maxRuntimeMs"] };
var schema57 = { "type": "object", "minProperties": 1, "properties": { "raw": { "type": "boolean" }, "echo": { "type": "boolean" }, "applicationCursorKeys": { "type": "boolean" }, "applicationKeypad": { "type": "boolean" }, "bracketedPaste": { "type": "boolean" }, "focusEvents": { "type": "boolean" }, "mouseTracking": { "enum": [true, false, "none", "x10", "vt200", "drag", "any"] }, "mouseEncoding": { "enum": ["default", "utf8", "sgr", "urxvt", "sgrPixels"] }, "alternateScreen": { "type": "boolean" }, "alternateScroll": { "type": "boolean" }, "cursorVisible": { "type": "boolean" }, "insert": { "type": "boolean" }, "newline": { "type": "boolean" }, "origin": { "type": "boolean" }, "reverseScreen": { "type": "boolean" }, "reverseWraparound": { "type": "boolean" }, "synchronizedOutput": { "type": "boolean" }, "wraparound": { "type": "boolean" }, "kittyKeyboard": { "type": ["boolean", "integer"] }, "modifyOtherKeys": { "type": ["boolean", "integer"] }, "formatOtherKeys": { "type": ["boolean", "integer"] } }, "onlyMembers": ["raw", "echo", "applicationCursorKeys", "applicationKeypad", "bracketedPaste", "focusEvents", "mouseTracking", "mouseEncoding", "alternateScreen", "alternateScroll", "cursorVisible", "insert", "newline", "origin", "reverseScreen", "reverseWraparound", "synchronizedOutput", "wraparound", "kittyKeyboard", "modifyOtherKeys", "formatOtherKeys"] };
function validate169(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (Object.keys(data).length < 1) {
      const err0 = { instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.raw !== void 0) {
      if (typeof data.raw !== "boolean") {
        const err1 = { instancePath: instancePath + "/raw", schemaPath: "#/properties/raw/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.echo !== void 0) {
      if (typeof data.echo !== "boolean") {
        const err2 = { instancePath: instancePath + "/echo", schemaPath: "#/properties/echo/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.applicationCursorKeys !== void 0) {
      if (typeof data.applicationCursorKeys !== "boolean") {
        const err3 = { instancePath: instancePath + "/applicationCursorKeys", schemaPath: "#/properties/applicationCursorKeys/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.applicationKeypad !== void 0) {
      if (typeof data.applicationKeypad !== "boolean") {
        const err4 = { instancePath: instancePath + "/applicationKeypad", schemaPath: "#/properties/applicationKeypad/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.bracketedPaste !== void 0) {
      if (typeof data.bracketedPaste !== "boolean") {
        const err5 = { instancePath: instancePath + "/bracketedPaste", schemaPath: "#/properties/bracketedPaste/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.focusEvents !== void 0) {
      if (typeof data.focusEvents !== "boolean") {
        const err6 = { instancePath: instancePath + "/focusEvents", schemaPath: "#/properties/focusEvents/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.mouseTracking !== void 0) {
      let data6 = data.mouseTracking;
      if (!(data6 === true || data6 === false || data6 === "none" || data6 === "x10" || data6 === "vt200" || data6 === "drag" || data6 === "any")) {
        const err7 = { instancePath: instancePath + "/mouseTracking", schemaPath: "#/properties/mouseTracking/enum", keyword: "enum", params: { allowedValues: schema57.properties.mouseTracking.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.mouseEncoding !== void 0) {
      let data7 = data.mouseEncoding;
      if (!(data7 === "default" || data7 === "utf8" || data7 === "sgr" || data7 === "urxvt" || data7 === "sgrPixels")) {
        const err8 = { instancePath: instancePath + "/mouseEncoding", schemaPath: "#/properties/mouseEncoding/enum", keyword: "enum", params: { allowedValues: schema57.properties.mouseEncoding.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.alternateScreen !== void 0) {
      if (typeof data.alternateScreen !== "boolean") {
        const err9 = { instancePath: instancePath + "/alternateScreen", schemaPath: "#/properties/alternateScreen/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.alternateScroll !== void 0) {
      if (typeof data.alternateScroll !== "boolean") {
        const err10 = { instancePath: instancePath + "/alternateScroll", schemaPath: "#/properties/alternateScroll/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.cursorVisible !== void 0) {
      if (typeof data.cursorVisible !== "boolean") {
        const err11 = { instancePath: instancePath + "/cursorVisible", schemaPath: "#/properties/cursorVisible/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.insert !== void 0) {
      if (typeof data.insert !== "boolean") {
        const err12 = { instancePath: instancePath + "/insert", schemaPath: "#/properties/insert/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.newline !== void 0) {
      if (typeof data.newline !== "boolean") {
        const err13 = { instancePath: instancePath + "/newline", schemaPath: "#/properties/newline/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.origin !== void 0) {
      if (typeof data.origin !== "boolean") {
        const err14 = { instancePath: instancePath + "/origin", schemaPath: "#/properties/origin/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.reverseScreen !== void 0) {
      if (typeof data.reverseScreen !== "boolean") {
        const err15 = { instancePath: instancePath + "/reverseScreen", schemaPath: "#/properties/reverseScreen/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.reverseWraparound !== void 0) {
      if (typeof data.reverseWraparound !== "boolean") {
        const err16 = { instancePath: instancePath + "/reverseWraparound", schemaPath: "#/properties/reverseWraparound/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
    if (data.synchronizedOutput !== void 0) {
      if (typeof data.synchronizedOutput !== "boolean") {
        const err17 = { instancePath: instancePath + "/synchronizedOutput", schemaPath: "#/properties/synchronizedOutput/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    if (data.wraparound !== void 0) {
      if (typeof data.wraparound !== "boolean") {
        const err18 = { instancePath: instancePath + "/wraparound", schemaPath: "#/properties/wraparound/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.kittyKeyboard !== void 0) {
      let data18 = data.kittyKeyboard;
      if (typeof data18 !== "boolean" && !(typeof data18 == "number" && (!(data18 % 1) && !isNaN(data18)) && isFinite(data18))) {
        const err19 = { instancePath: instancePath + "/kittyKeyboard", schemaPath: "#/properties/kittyKeyboard/type", keyword: "type", params: { type: schema57.properties.kittyKeyboard.type }, message: "must be boolean,integer" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.modifyOtherKeys !== void 0) {
      let data19 = data.modifyOtherKeys;
      if (typeof data19 !== "boolean" && !(typeof data19 == "number" && (!(data19 % 1) && !isNaN(data19)) && isFinite(data19))) {
        const err20 = { instancePath: instancePath + "/modifyOtherKeys", schemaPath: "#/properties/modifyOtherKeys/type", keyword: "type", params: { type: schema57.properties.modifyOtherKeys.type }, message: "must be boolean,integer" };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
    if (data.formatOtherKeys !== void 0) {
      let data20 = data.formatOtherKeys;
      if (typeof data20 !== "boolean" && !(typeof data20 == "number" && (!(data20 % 1) && !isNaN(data20)) && isFinite(data20))) {
        const err21 = { instancePath: instancePath + "/formatOtherKeys", schemaPath: "#/properties/formatOtherKeys/type", keyword: "type", params: { type: schema57.properties.formatOtherKeys.type }, message: "must be boolean,integer" };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "raw" && member0 !== "echo" && member0 !== "applicationCursorKeys" && member0 !== "applicationKeypad" && member0 !== "bracketedPaste" && member0 !== "focusEvents" && member0 !== "mouseTracking" && member0 !== "mouseEncoding" && member0 !== "alternateScreen" && member0 !== "alternateScroll" && member0 !== "cursorVisible" && member0 !== "insert" && member0 !== "newline" && member0 !== "origin" && member0 !== "reverseScreen" && member0 !== "reverseWraparound" && member0 !== "synchronizedOutput" && member0 !== "wraparound" && member0 !== "kittyKeyboard" && member0 !== "modifyOtherKeys" && member0 !== "formatOtherKeys") {
        const err22 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["raw", "echo", "applicationCursorKeys", "applicationKeypad", "bracketedPaste", "focusEvents", "mouseTracking", "mouseEncoding", "alternateScreen", "alternateScroll", "cursorVisible", "insert", "newline", "origin", "reverseScreen", "reverseWraparound", "synchronizedOutput", "wraparound", "kittyKeyboard", "modifyOtherKeys", "formatOtherKeys"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
    }
  } else {
    const err23 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err23];
    } else {
      vErrors.push(err23);
    }
    errors++;
  }
  validate169.errors = vErrors;
  return errors === 0;
}
var pattern7 = new RegExp("^[^=\\u0000]+$", "u");
function validate163(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.args === void 0) {
      data.args = [];
    }
    if (data.env === void 0) {
      data.env = {};
    }
    if (data.inheritEnv === void 0) {
      data.inheritEnv = true;
    }
    if (data.command === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "command" }, message: "must have required property 'command'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.command !== void 0) {
      if (!validate23(data.command, { instancePath: instancePath + "/command", parentData: data, parentDataProperty: "command", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    let data1 = data.args;
    if (Array.isArray(data1)) {
      if (data1.length > 1e5) {
        const err1 = { instancePath: instancePath + "/args", schemaPath: "#/properties/args/maxItems", keyword: "maxItems", params: { limit: 1e5 }, message: "must NOT have more than 100000 items" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
      const len0 = data1.length;
      for (let i0 = 0; i0 < len0; i0++) {
        let data2 = data1[i0];
        if (typeof data2 === "string") {
          if (!pattern0.test(data2)) {
            const err2 = { instancePath: instancePath + "/args/" + i0, schemaPath: "#/properties/args/items/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        } else {
          const err3 = { instancePath: instancePath + "/args/" + i0, schemaPath: "#/properties/args/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      }
    } else {
      const err4 = { instancePath: instancePath + "/args", schemaPath: "#/properties/args/type", keyword: "type", params: { type: "array" }, message: "must be array" };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    let data3 = data.env;
    if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
      for (const key0 in data3) {
        const _errs8 = errors;
        if (typeof key0 === "string") {
          if (!pattern7.test(key0)) {
            const err5 = { instancePath: instancePath + "/env", schemaPath: "#/properties/env/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[^=\\u0000]+$" }, message: 'must match pattern "^[^=\\u0000]+$"', propertyName: key0 };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        var valid3 = _errs8 === errors;
        if (!valid3) {
          const err6 = { instancePath: instancePath + "/env", schemaPath: "#/properties/env/propertyNames", keyword: "propertyNames", params: { propertyName: key0 }, message: "property name must be valid" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      }
      for (const key1 in data3) {
        let data4 = data3[key1];
        if (typeof data4 !== "string" && data4 !== null) {
          const err7 = { instancePath: instancePath + "/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/env/additionalProperties/type", keyword: "type", params: { type: schema56.properties.env.additionalProperties.type }, message: "must be string,null" };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (typeof data4 === "string") {
          if (!pattern0.test(data4)) {
            const err8 = { instancePath: instancePath + "/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/env/additionalProperties/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
      }
    } else {
      const err9 = { instancePath: instancePath + "/env", schemaPath: "#/properties/env/type", keyword: "type", params: { type: "object" }, message: "must be object" };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (typeof data.inheritEnv !== "boolean") {
      const err10 = { instancePath: instancePath + "/inheritEnv", schemaPath: "#/properties/inheritEnv/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err10];
      } else {
        vErrors.push(err10);
      }
      errors++;
    }
    if (data.cwd !== void 0) {
      if (!validate23(data.cwd, { instancePath: instancePath + "/cwd", parentData: data, parentDataProperty: "cwd", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.cols !== void 0) {
      if (!validate110(data.cols, { instancePath: instancePath + "/cols", parentData: data, parentDataProperty: "cols", rootData })) {
        vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
        errors = vErrors.length;
      }
    }
    if (data.rows !== void 0) {
      if (!validate108(data.rows, { instancePath: instancePath + "/rows", parentData: data, parentDataProperty: "rows", rootData })) {
        vErrors = vErrors === null ? validate108.errors : vErrors.concat(validate108.errors);
        errors = vErrors.length;
      }
    }
    if (data.readySelector !== void 0) {
      if (!validate32(data.readySelector, { instancePath: instancePath + "/readySelector", parentData: data, parentDataProperty: "readySelector", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (data.readyModes !== void 0) {
      if (!validate169(data.readyModes, { instancePath: instancePath + "/readyModes", parentData: data, parentDataProperty: "readyModes", rootData })) {
        vErrors = vErrors === null ? validate169.errors : vErrors.concat(validate169.errors);
        errors = vErrors.length;
      }
    }
    if (data.readyTimeoutMs !== void 0) {
      if (!validate79(data.readyTimeoutMs, { instancePath: instancePath + "/readyTimeoutMs", parentData: data, parentDataProperty: "readyTimeoutMs", rootData })) {
        vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
        errors = vErrors.length;
      }
    }
    if (data.readyPollIntervalMs !== void 0) {
      if (!validate120(data.readyPollIntervalMs, { instancePath: instancePath + "/readyPollIntervalMs", parentData: data, parentDataProperty: "readyPollIntervalMs", rootData })) {
        vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
        errors = vErrors.length;
      }
    }
    if (data.idleTimeoutMs !== void 0) {
      if (!validate79(data.idleTimeoutMs, { instancePath: instancePath + "/idleTimeoutMs", parentData: data, parentDataProperty: "idleTimeoutMs", rootData })) {
        vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
        errors = vErrors.length;
      }
    }
    if (data.maxRuntimeMs !== void 0) {
      if (!validate79(data.maxRuntimeMs, { instancePath: instancePath + "/maxRuntimeMs", parentData: data, parentDataProperty: "maxRuntimeMs", rootData })) {
        vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "command" && member0 !== "args" && member0 !== "env" && member0 !== "inheritEnv" && member0 !== "cwd" && member0 !== "cols" && member0 !== "rows" && member0 !== "readySelector" && member0 !== "readyModes" && member0 !== "readyTimeoutMs" && member0 !== "readyPollIntervalMs" && member0 !== "idleTimeoutMs" && member0 !== "maxRuntimeMs") {
        const err11 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["command", "args", "env", "inheritEnv", "cwd", "cols", "rows", "readySelector", "readyModes", "readyTimeoutMs", "readyPollIntervalMs", "idleTimeoutMs", "maxRuntimeMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate163.errors = vErrors;
  return errors === 0;
}
var mark = validate175;
function validate175(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const member0 in data) {
      if (true) {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: [] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate175.errors = vErrors;
  return errors === 0;
}
var recording_start = validate176;
function validate176(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.frameIntervalMs === void 0) {
      data.frameIntervalMs = 200;
    }
    if (data.styled === void 0) {
      data.styled = true;
    }
    if (data.append === void 0) {
      data.append = true;
    }
    if (data.path === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "path" }, message: "must have required property 'path'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.path !== void 0) {
      if (!validate23(data.path, { instancePath: instancePath + "/path", parentData: data, parentDataProperty: "path", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (!validate79(data.frameIntervalMs, { instancePath: instancePath + "/frameIntervalMs", parentData: data, parentDataProperty: "frameIntervalMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    if (typeof data.styled !== "boolean") {
      const err1 = { instancePath: instancePath + "/styled", schemaPath: "#/properties/styled/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (typeof data.append !== "boolean") {
      const err2 = { instancePath: instancePath + "/append", schemaPath: "#/properties/append/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "path" && member0 !== "frameIntervalMs" && member0 !== "styled" && member0 !== "append") {
        const err3 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["path", "frameIntervalMs", "styled", "append"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate176.errors = vErrors;
  return errors === 0;
}
var recording_status = validate179;
function validate179(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const member0 in data) {
      if (true) {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: [] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate179.errors = vErrors;
  return errors === 0;
}
var recording_stop = validate180;
function validate180(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const member0 in data) {
      if (true) {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: [] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate180.errors = vErrors;
  return errors === 0;
}
var renderView = validate181;
function validate181(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.scale === void 0) {
      data.scale = 1;
    }
    if (data.padding === void 0) {
      data.padding = 1;
    }
    if (data.name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.name !== void 0) {
      if (!validate25(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
        vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
        errors = vErrors.length;
      }
    }
    if (data.theme !== void 0) {
      if (!validate23(data.theme, { instancePath: instancePath + "/theme", parentData: data, parentDataProperty: "theme", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.font !== void 0) {
      if (!validate23(data.font, { instancePath: instancePath + "/font", parentData: data, parentDataProperty: "font", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    if (data.rows !== void 0) {
      if (!validate108(data.rows, { instancePath: instancePath + "/rows", parentData: data, parentDataProperty: "rows", rootData })) {
        vErrors = vErrors === null ? validate108.errors : vErrors.concat(validate108.errors);
        errors = vErrors.length;
      }
    }
    if (data.cols !== void 0) {
      if (!validate110(data.cols, { instancePath: instancePath + "/cols", parentData: data, parentDataProperty: "cols", rootData })) {
        vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
        errors = vErrors.length;
      }
    }
    if (!validate112(data.scale, { instancePath: instancePath + "/scale", parentData: data, parentDataProperty: "scale", rootData })) {
      vErrors = vErrors === null ? validate112.errors : vErrors.concat(validate112.errors);
      errors = vErrors.length;
    }
    if (!validate114(data.padding, { instancePath: instancePath + "/padding", parentData: data, parentDataProperty: "padding", rootData })) {
      vErrors = vErrors === null ? validate114.errors : vErrors.concat(validate114.errors);
      errors = vErrors.length;
    }
    for (const member0 in data) {
      if (member0 !== "name" && member0 !== "theme" && member0 !== "font" && member0 !== "rows" && member0 !== "cols" && member0 !== "scale" && member0 !== "padding") {
        const err1 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["name", "theme", "font", "rows", "cols", "scale", "padding"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate181.errors = vErrors;
  return errors === 0;
}
var replay = validate189;
var schema63 = { "type": "object", "required": ["path"], "properties": { "path": { "$ref": "#/$defs/path" }, "speed": { "enum": ["as-fast-as-possible", "real-time"], "default": "as-fast-as-possible" } }, "onlyMembers": ["path", "speed"] };
function validate189(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.speed === void 0) {
      data.speed = "as-fast-as-possible";
    }
    if (data.path === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "path" }, message: "must have required property 'path'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.path !== void 0) {
      if (!validate23(data.path, { instancePath: instancePath + "/path", parentData: data, parentDataProperty: "path", rootData })) {
        vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
        errors = vErrors.length;
      }
    }
    let data1 = data.speed;
    if (!(data1 === "as-fast-as-possible" || data1 === "real-time")) {
      const err1 = { instancePath: instancePath + "/speed", schemaPath: "#/properties/speed/enum", keyword: "enum", params: { allowedValues: schema63.properties.speed.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "path" && member0 !== "speed") {
        const err2 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["path", "speed"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate189.errors = vErrors;
  return errors === 0;
}
var resize = validate191;
function validate191(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.cols === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cols" }, message: "must have required property 'cols'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.rows === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "rows" }, message: "must have required property 'rows'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.cols !== void 0) {
      if (!validate110(data.cols, { instancePath: instancePath + "/cols", parentData: data, parentDataProperty: "cols", rootData })) {
        vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
        errors = vErrors.length;
      }
    }
    if (data.rows !== void 0) {
      if (!validate108(data.rows, { instancePath: instancePath + "/rows", parentData: data, parentDataProperty: "rows", rootData })) {
        vErrors = vErrors === null ? validate108.errors : vErrors.concat(validate108.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "cols" && member0 !== "rows") {
        const err2 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["cols", "rows"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate191.errors = vErrors;
  return errors === 0;
}
var rpc_discover = validate194;
function validate194(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const member0 in data) {
      if (true) {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: [] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate194.errors = vErrors;
  return errors === 0;
}
var scroll = validate195;
var schema66 = { "type": "object", "required": ["direction"], "properties": { "direction": { "enum": ["up", "down", "left", "right"] }, "amount": { "type": "integer", "minimum": 1, "maximum": 1e3, "default": 1 }, "col": { "$ref": "#/$defs/position" }, "row": { "$ref": "#/$defs/position" }, "selector": { "$ref": "#/$defs/selector" }, "modifiers": { "$ref": "#/$defs/modifiers", "default": [] }, "encoding": { "$ref": "#/$defs/mouseEncoding", "default": "auto" }, "force": { "$ref": "#/$defs/force", "default": false }, "timeoutMs": { "$ref": "#/$defs/targetTimeoutMs", "default": 0 }, "ambiguityMode": { "$ref": "#/$defs/ambiguityMode" }, "settleMs": { "$ref": "#/$defs/settleMs", "default": 50 } }, "atMostOne": ["col", "selector"], "dependencies": { "col": ["row"], "row": ["col"] }, "onlyMembers": ["direction", "amount", "col", "row", "selector", "modifiers", "encoding", "force", "timeoutMs", "ambiguityMode", "settleMs"] };
function validate195(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.amount === void 0) {
      data.amount = 1;
    }
    if (data.modifiers === void 0) {
      data.modifiers = [];
    }
    if (data.encoding === void 0) {
      data.encoding = "auto";
    }
    if (data.force === void 0) {
      data.force = false;
    }
    if (data.timeoutMs === void 0) {
      data.timeoutMs = 0;
    }
    if (data.settleMs === void 0) {
      data.settleMs = 50;
    }
    if (data.direction === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "direction" }, message: "must have required property 'direction'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.col !== void 0) {
      if (data.row === void 0) {
        const err1 = { instancePath, schemaPath: "#/dependencies", keyword: "dependencies", params: {
          property: "col",
          missingProperty: "row",
          depsCount: 1,
          deps: "row"
        }, message: "must have property row when property col is present" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.row !== void 0) {
      if (data.col === void 0) {
        const err2 = { instancePath, schemaPath: "#/dependencies", keyword: "dependencies", params: {
          property: "row",
          missingProperty: "col",
          depsCount: 1,
          deps: "col"
        }, message: "must have property col when property row is present" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.direction !== void 0) {
      let data0 = data.direction;
      if (!(data0 === "up" || data0 === "down" || data0 === "left" || data0 === "right")) {
        const err3 = { instancePath: instancePath + "/direction", schemaPath: "#/properties/direction/enum", keyword: "enum", params: { allowedValues: schema66.properties.direction.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    let data1 = data.amount;
    if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
      const err4 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (typeof data1 == "number" && isFinite(data1)) {
      if (data1 > 1e3 || isNaN(data1)) {
        const err5 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (data1 < 1 || isNaN(data1)) {
        const err6 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.col !== void 0) {
      if (!validate29(data.col, { instancePath: instancePath + "/col", parentData: data, parentDataProperty: "col", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.row !== void 0) {
      if (!validate29(data.row, { instancePath: instancePath + "/row", parentData: data, parentDataProperty: "row", rootData })) {
        vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
        errors = vErrors.length;
      }
    }
    if (data.selector !== void 0) {
      if (!validate32(data.selector, { instancePath: instancePath + "/selector", parentData: data, parentDataProperty: "selector", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (!validate66(data.modifiers, { instancePath: instancePath + "/modifiers", parentData: data, parentDataProperty: "modifiers", rootData })) {
      vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors);
      errors = vErrors.length;
    }
    if (!validate68(data.encoding, { instancePath: instancePath + "/encoding", parentData: data, parentDataProperty: "encoding", rootData })) {
      vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
      errors = vErrors.length;
    }
    if (!validate70(data.force, { instancePath: instancePath + "/force", parentData: data, parentDataProperty: "force", rootData })) {
      vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors);
      errors = vErrors.length;
    }
    if (!validate72(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
      vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
      errors = vErrors.length;
    }
    if (data.ambiguityMode !== void 0) {
      if (!validate74(data.ambiguityMode, { instancePath: instancePath + "/ambiguityMode", parentData: data, parentDataProperty: "ambiguityMode", rootData })) {
        vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
        errors = vErrors.length;
      }
    }
    if (!validate76(data.settleMs, { instancePath: instancePath + "/settleMs", parentData: data, parentDataProperty: "settleMs", rootData })) {
      vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
      errors = vErrors.length;
    }
    if ((data["col"] === void 0 ? 0 : 1) + (data["selector"] === void 0 ? 0 : 1) > 1) {
      const err7 = { instancePath, schemaPath: "#/atMostOne", keyword: "atMostOne", params: { names: ["col", "selector"] }, message: "atMostOne" };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "direction" && member0 !== "amount" && member0 !== "col" && member0 !== "row" && member0 !== "selector" && member0 !== "modifiers" && member0 !== "encoding" && member0 !== "force" && member0 !== "timeoutMs" && member0 !== "ambiguityMode" && member0 !== "settleMs") {
        const err8 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["direction", "amount", "col", "row", "selector", "modifiers", "encoding", "force", "timeoutMs", "ambiguityMode", "settleMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
  } else {
    const err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err9];
    } else {
      vErrors.push(err9);
    }
    errors++;
  }
  validate195.errors = vErrors;
  return errors === 0;
}
var sendBytes = validate205;
var pattern9 = new RegExp("^[A-Za-z0-9+/]*={0,2}$", "u");
function validate205(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.settleMs === void 0) {
      data.settleMs = 50;
    }
    if (data.base64 === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "base64" }, message: "must have required property 'base64'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.base64 !== void 0) {
      let data0 = data.base64;
      if (typeof data0 === "string") {
        if (!pattern9.test(data0)) {
          const err1 = { instancePath: instancePath + "/base64", schemaPath: "#/properties/base64/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9+/]*={0,2}$" }, message: 'must match pattern "^[A-Za-z0-9+/]*={0,2}$"' };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/base64", schemaPath: "#/properties/base64/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (!validate76(data.settleMs, { instancePath: instancePath + "/settleMs", parentData: data, parentDataProperty: "settleMs", rootData })) {
      vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
      errors = vErrors.length;
    }
    for (const member0 in data) {
      if (member0 !== "base64" && member0 !== "settleMs") {
        const err3 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["base64", "settleMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate205.errors = vErrors;
  return errors === 0;
}
var sendKey = validate207;
var schema68 = { "type": "object", "properties": { "key": { "type": "string", "minLength": 1, "maxLength": 200 }, "keys": { "type": "array", "items": { "type": "string", "minLength": 1, "maxLength": 200 }, "minItems": 1, "maxItems": 1e4 }, "repeat": { "type": "integer", "minimum": 1, "maximum": 1e4, "default": 1 }, "delayMs": { "$ref": "#/$defs/milliseconds", "default": 0 }, "event": { "enum": ["stroke", "press", "repeat", "release"], "default": "stroke" }, "settleMs": { "$ref": "#/$defs/settleMs", "default": 50 } }, "exactlyOne": ["key", "keys"], "onlyMembers": ["key", "keys", "repeat", "delayMs", "event", "settleMs"] };
function validate207(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.repeat === void 0) {
      data.repeat = 1;
    }
    if (data.delayMs === void 0) {
      data.delayMs = 0;
    }
    if (data.event === void 0) {
      data.event = "stroke";
    }
    if (data.settleMs === void 0) {
      data.settleMs = 50;
    }
    if (data.key !== void 0) {
      let data0 = data.key;
      if (typeof data0 === "string") {
        if (func2(data0) > 200) {
          const err0 = { instancePath: instancePath + "/key", schemaPath: "#/properties/key/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
          if (vErrors === null) {
            vErrors = [err0];
          } else {
            vErrors.push(err0);
          }
          errors++;
        }
        if (func2(data0) < 1) {
          const err1 = { instancePath: instancePath + "/key", schemaPath: "#/properties/key/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/key", schemaPath: "#/properties/key/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.keys !== void 0) {
      let data1 = data.keys;
      if (Array.isArray(data1)) {
        if (data1.length > 1e4) {
          const err3 = { instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/maxItems", keyword: "maxItems", params: { limit: 1e4 }, message: "must NOT have more than 10000 items" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data1.length < 1) {
          const err4 = { instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data2 = data1[i0];
          if (typeof data2 === "string") {
            if (func2(data2) > 200) {
              const err5 = { instancePath: instancePath + "/keys/" + i0, schemaPath: "#/properties/keys/items/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
            if (func2(data2) < 1) {
              const err6 = { instancePath: instancePath + "/keys/" + i0, schemaPath: "#/properties/keys/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          } else {
            const err7 = { instancePath: instancePath + "/keys/" + i0, schemaPath: "#/properties/keys/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
      } else {
        const err8 = { instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    let data3 = data.repeat;
    if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
      const err9 = { instancePath: instancePath + "/repeat", schemaPath: "#/properties/repeat/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (typeof data3 == "number" && isFinite(data3)) {
      if (data3 > 1e4 || isNaN(data3)) {
        const err10 = { instancePath: instancePath + "/repeat", schemaPath: "#/properties/repeat/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e4 }, message: "must be <= 10000" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if (data3 < 1 || isNaN(data3)) {
        const err11 = { instancePath: instancePath + "/repeat", schemaPath: "#/properties/repeat/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (!validate79(data.delayMs, { instancePath: instancePath + "/delayMs", parentData: data, parentDataProperty: "delayMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    let data5 = data.event;
    if (!(data5 === "stroke" || data5 === "press" || data5 === "repeat" || data5 === "release")) {
      const err12 = { instancePath: instancePath + "/event", schemaPath: "#/properties/event/enum", keyword: "enum", params: { allowedValues: schema68.properties.event.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err12];
      } else {
        vErrors.push(err12);
      }
      errors++;
    }
    if (!validate76(data.settleMs, { instancePath: instancePath + "/settleMs", parentData: data, parentDataProperty: "settleMs", rootData })) {
      vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
      errors = vErrors.length;
    }
    if ((data["key"] === void 0 ? 0 : 1) + (data["keys"] === void 0 ? 0 : 1) !== 1) {
      const err13 = { instancePath, schemaPath: "#/exactlyOne", keyword: "exactlyOne", params: { names: ["key", "keys"] }, message: "exactlyOne" };
      if (vErrors === null) {
        vErrors = [err13];
      } else {
        vErrors.push(err13);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "key" && member0 !== "keys" && member0 !== "repeat" && member0 !== "delayMs" && member0 !== "event" && member0 !== "settleMs") {
        const err14 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["key", "keys", "repeat", "delayMs", "event", "settleMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
  } else {
    const err15 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err15];
    } else {
      vErrors.push(err15);
    }
    errors++;
  }
  validate207.errors = vErrors;
  return errors === 0;
}
var sendLine = validate210;
function validate210(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.delayMs === void 0) {
      data.delayMs = 0;
    }
    if (data.secret === void 0) {
      data.secret = false;
    }
    if (data.settleMs === void 0) {
      data.settleMs = 50;
    }
    if (data.text === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "text" }, message: "must have required property 'text'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.text !== void 0) {
      if (typeof data.text !== "string") {
        const err1 = { instancePath: instancePath + "/text", schemaPath: "#/properties/text/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.expectAfter !== void 0) {
      if (!validate32(data.expectAfter, { instancePath: instancePath + "/expectAfter", parentData: data, parentDataProperty: "expectAfter", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    if (data.pollIntervalMs !== void 0) {
      if (!validate120(data.pollIntervalMs, { instancePath: instancePath + "/pollIntervalMs", parentData: data, parentDataProperty: "pollIntervalMs", rootData })) {
        vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
        errors = vErrors.length;
      }
    }
    if (data.ambiguityMode !== void 0) {
      if (!validate74(data.ambiguityMode, { instancePath: instancePath + "/ambiguityMode", parentData: data, parentDataProperty: "ambiguityMode", rootData })) {
        vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
        errors = vErrors.length;
      }
    }
    if (!validate79(data.delayMs, { instancePath: instancePath + "/delayMs", parentData: data, parentDataProperty: "delayMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    if (typeof data.secret !== "boolean") {
      const err2 = { instancePath: instancePath + "/secret", schemaPath: "#/properties/secret/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!validate76(data.settleMs, { instancePath: instancePath + "/settleMs", parentData: data, parentDataProperty: "settleMs", rootData })) {
      vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
      errors = vErrors.length;
    }
    for (const member0 in data) {
      if (member0 !== "text" && member0 !== "expectAfter" && member0 !== "timeoutMs" && member0 !== "pollIntervalMs" && member0 !== "ambiguityMode" && member0 !== "delayMs" && member0 !== "secret" && member0 !== "settleMs") {
        const err3 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["text", "expectAfter", "timeoutMs", "pollIntervalMs", "ambiguityMode", "delayMs", "secret", "settleMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate210.errors = vErrors;
  return errors === 0;
}
var sendText = validate217;
function validate217(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.paste === void 0) {
      data.paste = false;
    }
    if (data.delayMs === void 0) {
      data.delayMs = 0;
    }
    if (data.secret === void 0) {
      data.secret = false;
    }
    if (data.settleMs === void 0) {
      data.settleMs = 50;
    }
    if (data.text === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "text" }, message: "must have required property 'text'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.text !== void 0) {
      if (typeof data.text !== "string") {
        const err1 = { instancePath: instancePath + "/text", schemaPath: "#/properties/text/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (typeof data.paste !== "boolean") {
      const err2 = { instancePath: instancePath + "/paste", schemaPath: "#/properties/paste/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!validate79(data.delayMs, { instancePath: instancePath + "/delayMs", parentData: data, parentDataProperty: "delayMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    if (typeof data.secret !== "boolean") {
      const err3 = { instancePath: instancePath + "/secret", schemaPath: "#/properties/secret/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (!validate76(data.settleMs, { instancePath: instancePath + "/settleMs", parentData: data, parentDataProperty: "settleMs", rootData })) {
      vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
      errors = vErrors.length;
    }
    for (const member0 in data) {
      if (member0 !== "text" && member0 !== "paste" && member0 !== "delayMs" && member0 !== "secret" && member0 !== "settleMs") {
        const err4 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["text", "paste", "delayMs", "secret", "settleMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate217.errors = vErrors;
  return errors === 0;
}
var server_ping = validate220;
function validate220(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const member0 in data) {
      if (true) {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: [] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate220.errors = vErrors;
  return errors === 0;
}
var server_shutdown = validate221;
function validate221(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.now === void 0) {
      data.now = false;
    }
    if (typeof data.now !== "boolean") {
      const err0 = { instancePath: instancePath + "/now", schemaPath: "#/properties/now/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "now") {
        const err1 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["now"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate221.errors = vErrors;
  return errors === 0;
}
var signal = validate222;
function validate222(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.name !== void 0) {
      let data0 = data.name;
      if (typeof data0 === "string") {
        if (func2(data0) > 20) {
          const err1 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 20 }, message: "must NOT have more than 20 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (func2(data0) < 1) {
          const err2 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "name") {
        const err4 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["name"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate222.errors = vErrors;
  return errors === 0;
}
var step = validate223;
function validate223(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.title === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.title !== void 0) {
      let data0 = data.title;
      if (typeof data0 === "string") {
        if (func2(data0) > 1e4) {
          const err1 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/maxLength", keyword: "maxLength", params: { limit: 1e4 }, message: "must NOT have more than 10000 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (func2(data0) < 1) {
          const err2 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "title") {
        const err4 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["title"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate223.errors = vErrors;
  return errors === 0;
}
var submit = validate224;
var schema75 = { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" }, "timeoutMs": { "$ref": "#/$defs/milliseconds", "default": 1e4 }, "retries": { "type": "integer", "minimum": 0, "maximum": 100, "default": 3 }, "ghost": { "enum": ["dismiss", "ignore", "fail"], "default": "dismiss" }, "expectAfter": { "$ref": "#/$defs/selector" }, "secret": { "type": "boolean", "default": false } }, "onlyMembers": ["text", "timeoutMs", "retries", "ghost", "expectAfter", "secret"] };
function validate224(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.timeoutMs === void 0) {
      data.timeoutMs = 1e4;
    }
    if (data.retries === void 0) {
      data.retries = 3;
    }
    if (data.ghost === void 0) {
      data.ghost = "dismiss";
    }
    if (data.secret === void 0) {
      data.secret = false;
    }
    if (data.text === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "text" }, message: "must have required property 'text'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.text !== void 0) {
      if (typeof data.text !== "string") {
        const err1 = { instancePath: instancePath + "/text", schemaPath: "#/properties/text/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (!validate79(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    let data2 = data.retries;
    if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
      const err2 = { instancePath: instancePath + "/retries", schemaPath: "#/properties/retries/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (typeof data2 == "number" && isFinite(data2)) {
      if (data2 > 100 || isNaN(data2)) {
        const err3 = { instancePath: instancePath + "/retries", schemaPath: "#/properties/retries/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (data2 < 0 || isNaN(data2)) {
        const err4 = { instancePath: instancePath + "/retries", schemaPath: "#/properties/retries/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    let data3 = data.ghost;
    if (!(data3 === "dismiss" || data3 === "ignore" || data3 === "fail")) {
      const err5 = { instancePath: instancePath + "/ghost", schemaPath: "#/properties/ghost/enum", keyword: "enum", params: { allowedValues: schema75.properties.ghost.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.expectAfter !== void 0) {
      if (!validate32(data.expectAfter, { instancePath: instancePath + "/expectAfter", parentData: data, parentDataProperty: "expectAfter", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (typeof data.secret !== "boolean") {
      const err6 = { instancePath: instancePath + "/secret", schemaPath: "#/properties/secret/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "text" && member0 !== "timeoutMs" && member0 !== "retries" && member0 !== "ghost" && member0 !== "expectAfter" && member0 !== "secret") {
        const err7 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["text", "timeoutMs", "retries", "ghost", "expectAfter", "secret"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate224.errors = vErrors;
  return errors === 0;
}
var terminalState = validate227;
function validate227(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const member0 in data) {
      if (true) {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: [] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate227.errors = vErrors;
  return errors === 0;
}
var view_start = validate228;
function validate228(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.port === void 0) {
      data.port = 0;
    }
    if (data.host === void 0) {
      data.host = "127.0.0.1";
    }
    if (data.interactive === void 0) {
      data.interactive = false;
    }
    let data0 = data.port;
    if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
      const err0 = { instancePath: instancePath + "/port", schemaPath: "#/properties/port/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (typeof data0 == "number" && isFinite(data0)) {
      if (data0 > 65535 || isNaN(data0)) {
        const err1 = { instancePath: instancePath + "/port", schemaPath: "#/properties/port/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
      if (data0 < 0 || isNaN(data0)) {
        const err2 = { instancePath: instancePath + "/port", schemaPath: "#/properties/port/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    let data1 = data.host;
    if (typeof data1 === "string") {
      if (func2(data1) > 255) {
        const err3 = { instancePath: instancePath + "/host", schemaPath: "#/properties/host/maxLength", keyword: "maxLength", params: { limit: 255 }, message: "must NOT have more than 255 characters" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (func2(data1) < 1) {
        const err4 = { instancePath: instancePath + "/host", schemaPath: "#/properties/host/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    } else {
      const err5 = { instancePath: instancePath + "/host", schemaPath: "#/properties/host/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (typeof data.interactive !== "boolean") {
      const err6 = { instancePath: instancePath + "/interactive", schemaPath: "#/properties/interactive/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.allowHosts !== void 0) {
      let data3 = data.allowHosts;
      if (Array.isArray(data3)) {
        if (data3.length > 32) {
          const err7 = { instancePath: instancePath + "/allowHosts", schemaPath: "#/properties/allowHosts/maxItems", keyword: "maxItems", params: { limit: 32 }, message: "must NOT have more than 32 items" };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        const len0 = data3.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data4 = data3[i0];
          if (typeof data4 === "string") {
            if (func2(data4) > 255) {
              const err8 = { instancePath: instancePath + "/allowHosts/" + i0, schemaPath: "#/properties/allowHosts/items/maxLength", keyword: "maxLength", params: { limit: 255 }, message: "must NOT have more than 255 characters" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (func2(data4) < 1) {
              const err9 = { instancePath: instancePath + "/allowHosts/" + i0, schemaPath: "#/properties/allowHosts/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
          } else {
            const err10 = { instancePath: instancePath + "/allowHosts/" + i0, schemaPath: "#/properties/allowHosts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/allowHosts", schemaPath: "#/properties/allowHosts/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "port" && member0 !== "host" && member0 !== "interactive" && member0 !== "allowHosts") {
        const err12 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["port", "host", "interactive", "allowHosts"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
  } else {
    const err13 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err13];
    } else {
      vErrors.push(err13);
    }
    errors++;
  }
  validate228.errors = vErrors;
  return errors === 0;
}
var view_status = validate229;
function validate229(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const member0 in data) {
      if (true) {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: [] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate229.errors = vErrors;
  return errors === 0;
}
var view_stop = validate230;
function validate230(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const member0 in data) {
      if (true) {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: [] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate230.errors = vErrors;
  return errors === 0;
}
var viewSubscribe = validate231;
function validate231(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.debounceMs === void 0) {
      data.debounceMs = 100;
    }
    if (data.includeText === void 0) {
      data.includeText = false;
    }
    if (!validate79(data.debounceMs, { instancePath: instancePath + "/debounceMs", parentData: data, parentDataProperty: "debounceMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    if (typeof data.includeText !== "boolean") {
      const err0 = { instancePath: instancePath + "/includeText", schemaPath: "#/properties/includeText/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "debounceMs" && member0 !== "includeText") {
        const err1 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["debounceMs", "includeText"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate231.errors = vErrors;
  return errors === 0;
}
var viewUnsubscribe = validate233;
function validate233(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const member0 in data) {
      if (true) {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: [] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate233.errors = vErrors;
  return errors === 0;
}
var waitFor = validate234;
function validate235(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.visible !== void 0) {
      if (!validate32(data.visible, { instancePath: instancePath + "/visible", parentData: data, parentDataProperty: "visible", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (data.hidden !== void 0) {
      if (!validate32(data.hidden, { instancePath: instancePath + "/hidden", parentData: data, parentDataProperty: "hidden", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (data.pattern !== void 0) {
      if (!validate42(data.pattern, { instancePath: instancePath + "/pattern", parentData: data, parentDataProperty: "pattern", rootData })) {
        vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
        errors = vErrors.length;
      }
    }
    if (data.title !== void 0) {
      if (!validate42(data.title, { instancePath: instancePath + "/title", parentData: data, parentDataProperty: "title", rootData })) {
        vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
        errors = vErrors.length;
      }
    }
    if (data.flags !== void 0) {
      if (!validate44(data.flags, { instancePath: instancePath + "/flags", parentData: data, parentDataProperty: "flags", rootData })) {
        vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
        errors = vErrors.length;
      }
    }
    if (data.stableMs !== void 0) {
      if (!validate79(data.stableMs, { instancePath: instancePath + "/stableMs", parentData: data, parentDataProperty: "stableMs", rootData })) {
        vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
        errors = vErrors.length;
      }
    }
    if (data.bell !== void 0) {
      if (true !== data.bell) {
        const err0 = { instancePath: instancePath + "/bell", schemaPath: "#/properties/bell/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.cursor !== void 0) {
      let data7 = data.cursor;
      if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
        if (data7.row === void 0) {
          const err1 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/required", keyword: "required", params: { missingProperty: "row" }, message: "must have required property 'row'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data7.col === void 0) {
          const err2 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/required", keyword: "required", params: { missingProperty: "col" }, message: "must have required property 'col'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data7.row !== void 0) {
          let data8 = data7.row;
          if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)) && isFinite(data8))) {
            const err3 = { instancePath: instancePath + "/cursor/row", schemaPath: "#/properties/cursor/properties/row/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
          if (typeof data8 == "number" && isFinite(data8)) {
            if (data8 > 1e3 || isNaN(data8)) {
              const err4 = { instancePath: instancePath + "/cursor/row", schemaPath: "#/properties/cursor/properties/row/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
            if (data8 < 1 || isNaN(data8)) {
              const err5 = { instancePath: instancePath + "/cursor/row", schemaPath: "#/properties/cursor/properties/row/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
        if (data7.col !== void 0) {
          let data9 = data7.col;
          if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
            const err6 = { instancePath: instancePath + "/cursor/col", schemaPath: "#/properties/cursor/properties/col/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
          if (typeof data9 == "number" && isFinite(data9)) {
            if (data9 > 1e3 || isNaN(data9)) {
              const err7 = { instancePath: instancePath + "/cursor/col", schemaPath: "#/properties/cursor/properties/col/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
            if (data9 < 1 || isNaN(data9)) {
              const err8 = { instancePath: instancePath + "/cursor/col", schemaPath: "#/properties/cursor/properties/col/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          }
        }
        for (const member0 in data7) {
          if (member0 !== "row" && member0 !== "col") {
            const err9 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["row", "col"] }, message: "unknown member" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
      } else {
        const err10 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.modes !== void 0) {
      if (!validate169(data.modes, { instancePath: instancePath + "/modes", parentData: data, parentDataProperty: "modes", rootData })) {
        vErrors = vErrors === null ? validate169.errors : vErrors.concat(validate169.errors);
        errors = vErrors.length;
      }
    }
    if (data.exited !== void 0) {
      if (true !== data.exited) {
        const err11 = { instancePath: instancePath + "/exited", schemaPath: "#/properties/exited/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if ((data["visible"] === void 0 ? 0 : 1) + (data["hidden"] === void 0 ? 0 : 1) + (data["pattern"] === void 0 ? 0 : 1) + (data["title"] === void 0 ? 0 : 1) + (data["stableMs"] === void 0 ? 0 : 1) + (data["bell"] === void 0 ? 0 : 1) + (data["cursor"] === void 0 ? 0 : 1) + (data["modes"] === void 0 ? 0 : 1) + (data["exited"] === void 0 ? 0 : 1) !== 1) {
      const err12 = { instancePath, schemaPath: "#/exactlyOne", keyword: "exactlyOne", params: { names: ["visible", "hidden", "pattern", "title", "stableMs", "bell", "cursor", "modes", "exited"] }, message: "exactlyOne" };
      if (vErrors === null) {
        vErrors = [err12];
      } else {
        vErrors.push(err12);
      }
      errors++;
    }
    for (const member1 in data) {
      if (member1 !== "visible" && member1 !== "hidden" && member1 !== "pattern" && member1 !== "title" && member1 !== "flags" && member1 !== "stableMs" && member1 !== "bell" && member1 !== "cursor" && member1 !== "modes" && member1 !== "exited") {
        const err13 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member1, known: ["visible", "hidden", "pattern", "title", "flags", "stableMs", "bell", "cursor", "modes", "exited"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
  } else {
    const err14 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err14];
    } else {
      vErrors.push(err14);
    }
    errors++;
  }
  validate235.errors = vErrors;
  return errors === 0;
}
function validate245(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func2(data) > 200) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (func2(data) < 1) {
      const err1 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate245.errors = vErrors;
  return errors === 0;
}
function validate234(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.since === void 0) {
      data.since = "any";
    }
    if (data.anyOf !== void 0) {
      let data0 = data.anyOf;
      if (Array.isArray(data0)) {
        if (data0.length > 100) {
          const err0 = { instancePath: instancePath + "/anyOf", schemaPath: "#/properties/anyOf/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
          if (vErrors === null) {
            vErrors = [err0];
          } else {
            vErrors.push(err0);
          }
          errors++;
        }
        if (data0.length < 1) {
          const err1 = { instancePath: instancePath + "/anyOf", schemaPath: "#/properties/anyOf/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!validate235(data0[i0], { instancePath: instancePath + "/anyOf/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate235.errors : vErrors.concat(validate235.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/anyOf", schemaPath: "#/properties/anyOf/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.allOf !== void 0) {
      let data2 = data.allOf;
      if (Array.isArray(data2)) {
        if (data2.length > 100) {
          const err3 = { instancePath: instancePath + "/allOf", schemaPath: "#/properties/allOf/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data2.length < 1) {
          const err4 = { instancePath: instancePath + "/allOf", schemaPath: "#/properties/allOf/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        const len1 = data2.length;
        for (let i1 = 0; i1 < len1; i1++) {
          if (!validate235(data2[i1], { instancePath: instancePath + "/allOf/" + i1, parentData: data2, parentDataProperty: i1, rootData })) {
            vErrors = vErrors === null ? validate235.errors : vErrors.concat(validate235.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err5 = { instancePath: instancePath + "/allOf", schemaPath: "#/properties/allOf/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (!validate245(data.since, { instancePath: instancePath + "/since", parentData: data, parentDataProperty: "since", rootData })) {
      vErrors = vErrors === null ? validate245.errors : vErrors.concat(validate245.errors);
      errors = vErrors.length;
    }
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    if (data.pollIntervalMs !== void 0) {
      if (!validate120(data.pollIntervalMs, { instancePath: instancePath + "/pollIntervalMs", parentData: data, parentDataProperty: "pollIntervalMs", rootData })) {
        vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
        errors = vErrors.length;
      }
    }
    if (data.ambiguityMode !== void 0) {
      if (!validate74(data.ambiguityMode, { instancePath: instancePath + "/ambiguityMode", parentData: data, parentDataProperty: "ambiguityMode", rootData })) {
        vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
        errors = vErrors.length;
      }
    }
    if ((data["anyOf"] === void 0 ? 0 : 1) + (data["allOf"] === void 0 ? 0 : 1) !== 1) {
      const err6 = { instancePath, schemaPath: "#/exactlyOne", keyword: "exactlyOne", params: { names: ["anyOf", "allOf"] }, message: "exactlyOne" };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "anyOf" && member0 !== "allOf" && member0 !== "since" && member0 !== "timeoutMs" && member0 !== "pollIntervalMs" && member0 !== "ambiguityMode") {
        const err7 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["anyOf", "allOf", "since", "timeoutMs", "pollIntervalMs", "ambiguityMode"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate234.errors = vErrors;
  return errors === 0;
}
var waitForChange = validate250;
function validate250(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.since === void 0) {
      data.since = "lastInput";
    }
    if (data.stableMs === void 0) {
      data.stableMs = 300;
    }
    if (data.styles === void 0) {
      data.styles = false;
    }
    if (data.cursor === void 0) {
      data.cursor = false;
    }
    if (!validate245(data.since, { instancePath: instancePath + "/since", parentData: data, parentDataProperty: "since", rootData })) {
      vErrors = vErrors === null ? validate245.errors : vErrors.concat(validate245.errors);
      errors = vErrors.length;
    }
    if (data.sinceRevision !== void 0) {
      let data1 = data.sinceRevision;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
        const err0 = { instancePath: instancePath + "/sinceRevision", schemaPath: "#/properties/sinceRevision/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
      if (typeof data1 == "number" && isFinite(data1)) {
        if (data1 < 0 || isNaN(data1)) {
          const err1 = { instancePath: instancePath + "/sinceRevision", schemaPath: "#/properties/sinceRevision/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
    if (!validate79(data.stableMs, { instancePath: instancePath + "/stableMs", parentData: data, parentDataProperty: "stableMs", rootData })) {
      vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
      errors = vErrors.length;
    }
    if (typeof data.styles !== "boolean") {
      const err2 = { instancePath: instancePath + "/styles", schemaPath: "#/properties/styles/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (typeof data.cursor !== "boolean") {
      const err3 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    if (data.pollIntervalMs !== void 0) {
      if (!validate120(data.pollIntervalMs, { instancePath: instancePath + "/pollIntervalMs", parentData: data, parentDataProperty: "pollIntervalMs", rootData })) {
        vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "since" && member0 !== "sinceRevision" && member0 !== "stableMs" && member0 !== "styles" && member0 !== "cursor" && member0 !== "timeoutMs" && member0 !== "pollIntervalMs") {
        const err4 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["since", "sinceRevision", "stableMs", "styles", "cursor", "timeoutMs", "pollIntervalMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate250.errors = vErrors;
  return errors === 0;
}
var waitForExit = validate255;
function validate255(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    if (data.pollIntervalMs !== void 0) {
      if (!validate120(data.pollIntervalMs, { instancePath: instancePath + "/pollIntervalMs", parentData: data, parentDataProperty: "pollIntervalMs", rootData })) {
        vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "timeoutMs" && member0 !== "pollIntervalMs") {
        const err0 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["timeoutMs", "pollIntervalMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate255.errors = vErrors;
  return errors === 0;
}
var waitForStable = validate258;
function validate258(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.styles === void 0) {
      data.styles = false;
    }
    if (data.cursor === void 0) {
      data.cursor = false;
    }
    if (data.debounceMs === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "debounceMs" }, message: "must have required property 'debounceMs'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.debounceMs !== void 0) {
      if (!validate79(data.debounceMs, { instancePath: instancePath + "/debounceMs", parentData: data, parentDataProperty: "debounceMs", rootData })) {
        vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
        errors = vErrors.length;
      }
    }
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    if (data.pollIntervalMs !== void 0) {
      if (!validate120(data.pollIntervalMs, { instancePath: instancePath + "/pollIntervalMs", parentData: data, parentDataProperty: "pollIntervalMs", rootData })) {
        vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
        errors = vErrors.length;
      }
    }
    if (typeof data.styles !== "boolean") {
      const err1 = { instancePath: instancePath + "/styles", schemaPath: "#/properties/styles/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (typeof data.cursor !== "boolean") {
      const err2 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.ignore !== void 0) {
      let data5 = data.ignore;
      if (Array.isArray(data5)) {
        if (data5.length > 100) {
          const err3 = { instancePath: instancePath + "/ignore", schemaPath: "#/properties/ignore/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        const len0 = data5.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!validate126(data5[i0], { instancePath: instancePath + "/ignore/" + i0, parentData: data5, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate126.errors : vErrors.concat(validate126.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/ignore", schemaPath: "#/properties/ignore/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "debounceMs" && member0 !== "timeoutMs" && member0 !== "pollIntervalMs" && member0 !== "styles" && member0 !== "cursor" && member0 !== "ignore") {
        const err5 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["debounceMs", "timeoutMs", "pollIntervalMs", "styles", "cursor", "ignore"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate258.errors = vErrors;
  return errors === 0;
}
var waitForText = validate263;
var schema88 = { "type": "object", "required": ["selector"], "properties": { "selector": { "$ref": "#/$defs/selector" }, "timeoutMs": { "$ref": "#/$defs/timeoutMs" }, "pollIntervalMs": { "$ref": "#/$defs/pollIntervalMs" }, "ambiguityMode": { "$ref": "#/$defs/ambiguityMode" }, "state": { "enum": ["visible", "hidden"], "default": "visible" }, "since": { "$ref": "#/$defs/since", "default": "any" }, "failOn": { "$ref": "#/$defs/selector" } }, "onlyMembers": ["selector", "timeoutMs", "pollIntervalMs", "ambiguityMode", "state", "since", "failOn"] };
function validate263(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.state === void 0) {
      data.state = "visible";
    }
    if (data.since === void 0) {
      data.since = "any";
    }
    if (data.selector === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "selector" }, message: "must have required property 'selector'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.selector !== void 0) {
      if (!validate32(data.selector, { instancePath: instancePath + "/selector", parentData: data, parentDataProperty: "selector", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    if (data.pollIntervalMs !== void 0) {
      if (!validate120(data.pollIntervalMs, { instancePath: instancePath + "/pollIntervalMs", parentData: data, parentDataProperty: "pollIntervalMs", rootData })) {
        vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
        errors = vErrors.length;
      }
    }
    if (data.ambiguityMode !== void 0) {
      if (!validate74(data.ambiguityMode, { instancePath: instancePath + "/ambiguityMode", parentData: data, parentDataProperty: "ambiguityMode", rootData })) {
        vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
        errors = vErrors.length;
      }
    }
    let data4 = data.state;
    if (!(data4 === "visible" || data4 === "hidden")) {
      const err1 = { instancePath: instancePath + "/state", schemaPath: "#/properties/state/enum", keyword: "enum", params: { allowedValues: schema88.properties.state.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!validate245(data.since, { instancePath: instancePath + "/since", parentData: data, parentDataProperty: "since", rootData })) {
      vErrors = vErrors === null ? validate245.errors : vErrors.concat(validate245.errors);
      errors = vErrors.length;
    }
    if (data.failOn !== void 0) {
      if (!validate32(data.failOn, { instancePath: instancePath + "/failOn", parentData: data, parentDataProperty: "failOn", rootData })) {
        vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "selector" && member0 !== "timeoutMs" && member0 !== "pollIntervalMs" && member0 !== "ambiguityMode" && member0 !== "state" && member0 !== "since" && member0 !== "failOn") {
        const err2 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["selector", "timeoutMs", "pollIntervalMs", "ambiguityMode", "state", "since", "failOn"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate263.errors = vErrors;
  return errors === 0;
}
var waitUntil = validate270;
function validate270(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.flags === void 0) {
      data.flags = "m";
    }
    if (data.pattern === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "pattern" }, message: "must have required property 'pattern'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.pattern !== void 0) {
      if (!validate42(data.pattern, { instancePath: instancePath + "/pattern", parentData: data, parentDataProperty: "pattern", rootData })) {
        vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
        errors = vErrors.length;
      }
    }
    if (!validate44(data.flags, { instancePath: instancePath + "/flags", parentData: data, parentDataProperty: "flags", rootData })) {
      vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
      errors = vErrors.length;
    }
    if (data.timeoutMs !== void 0) {
      if (!validate118(data.timeoutMs, { instancePath: instancePath + "/timeoutMs", parentData: data, parentDataProperty: "timeoutMs", rootData })) {
        vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
        errors = vErrors.length;
      }
    }
    if (data.pollIntervalMs !== void 0) {
      if (!validate120(data.pollIntervalMs, { instancePath: instancePath + "/pollIntervalMs", parentData: data, parentDataProperty: "pollIntervalMs", rootData })) {
        vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
        errors = vErrors.length;
      }
    }
    for (const member0 in data) {
      if (member0 !== "pattern" && member0 !== "flags" && member0 !== "timeoutMs" && member0 !== "pollIntervalMs") {
        const err1 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["pattern", "flags", "timeoutMs", "pollIntervalMs"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate270.errors = vErrors;
  return errors === 0;
}
var recording_event = validate275;
var schema90 = { "type": "object", "required": ["timestampMicros", "direction", "line"], "properties": { "timestampMicros": { "type": "integer", "minimum": 0 }, "direction": { "enum": ["request", "response", "notification", "frame", "frame-delta"] }, "line": { "type": "string" }, "ansi": { "type": "string" }, "cols": { "type": "integer", "minimum": 1, "maximum": 1e3 }, "cursor": { "type": "object", "required": ["row", "col", "visible"], "properties": { "row": { "type": "integer", "minimum": 1, "maximum": 1e3 }, "col": { "type": "integer", "minimum": 1, "maximum": 1e3 }, "visible": { "type": "boolean" } } }, "title": { "type": "string" }, "altScreen": { "type": "boolean" }, "exit": { "type": "object", "required": ["exitCode", "signal", "timedOut"], "properties": { "exitCode": { "type": ["integer", "null"] }, "signal": { "type": ["string", "null"], "pattern": "^SIG[A-Z0-9+-]{1,20}$" }, "timedOut": { "type": "boolean" } } }, "colors": { "type": "object", "properties": { "foreground": { "type": "string", "pattern": "^#[0-9a-f]{6}$" }, "background": { "type": "string", "pattern": "^#[0-9a-f]{6}$" }, "cursor": { "type": "string", "pattern": "^#[0-9a-f]{6}$" }, "palette": { "type": "object", "propertyNames": { "pattern": "^(0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])$" }, "additionalProperties": { "type": "string", "pattern": "^#[0-9a-f]{6}$" } }, "reversed": { "const": true } } }, "version": { "type": "integer", "minimum": 1 } } };
var pattern10 = new RegExp("^SIG[A-Z0-9+-]{1,20}$", "u");
var pattern11 = new RegExp("^#[0-9a-f]{6}$", "u");
var pattern14 = new RegExp("^(0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])$", "u");
function validate275(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.timestampMicros === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "timestampMicros" }, message: "must have required property 'timestampMicros'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.direction === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "direction" }, message: "must have required property 'direction'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.line === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "line" }, message: "must have required property 'line'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.timestampMicros !== void 0) {
      let data0 = data.timestampMicros;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        const err3 = { instancePath: instancePath + "/timestampMicros", schemaPath: "#/properties/timestampMicros/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 < 0 || isNaN(data0)) {
          const err4 = { instancePath: instancePath + "/timestampMicros", schemaPath: "#/properties/timestampMicros/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      }
    }
    if (data.direction !== void 0) {
      let data1 = data.direction;
      if (!(data1 === "request" || data1 === "response" || data1 === "notification" || data1 === "frame" || data1 === "frame-delta")) {
        const err5 = { instancePath: instancePath + "/direction", schemaPath: "#/properties/direction/enum", keyword: "enum", params: { allowedValues: schema90.properties.direction.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.line !== void 0) {
      if (typeof data.line !== "string") {
        const err6 = { instancePath: instancePath + "/line", schemaPath: "#/properties/line/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.ansi !== void 0) {
      if (typeof data.ansi !== "string") {
        const err7 = { instancePath: instancePath + "/ansi", schemaPath: "#/properties/ansi/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.cols !== void 0) {
      let data4 = data.cols;
      if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
        const err8 = { instancePath: instancePath + "/cols", schemaPath: "#/properties/cols/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 1e3 || isNaN(data4)) {
          const err9 = { instancePath: instancePath + "/cols", schemaPath: "#/properties/cols/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        if (data4 < 1 || isNaN(data4)) {
          const err10 = { instancePath: instancePath + "/cols", schemaPath: "#/properties/cols/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      }
    }
    if (data.cursor !== void 0) {
      let data5 = data.cursor;
      if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
        if (data5.row === void 0) {
          const err11 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/required", keyword: "required", params: { missingProperty: "row" }, message: "must have required property 'row'" };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        if (data5.col === void 0) {
          const err12 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/required", keyword: "required", params: { missingProperty: "col" }, message: "must have required property 'col'" };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        if (data5.visible === void 0) {
          const err13 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/required", keyword: "required", params: { missingProperty: "visible" }, message: "must have required property 'visible'" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        if (data5.row !== void 0) {
          let data6 = data5.row;
          if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
            const err14 = { instancePath: instancePath + "/cursor/row", schemaPath: "#/properties/cursor/properties/row/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
          if (typeof data6 == "number" && isFinite(data6)) {
            if (data6 > 1e3 || isNaN(data6)) {
              const err15 = { instancePath: instancePath + "/cursor/row", schemaPath: "#/properties/cursor/properties/row/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
            if (data6 < 1 || isNaN(data6)) {
              const err16 = { instancePath: instancePath + "/cursor/row", schemaPath: "#/properties/cursor/properties/row/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err16];
              } else {
                vErrors.push(err16);
              }
              errors++;
            }
          }
        }
        if (data5.col !== void 0) {
          let data7 = data5.col;
          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
            const err17 = { instancePath: instancePath + "/cursor/col", schemaPath: "#/properties/cursor/properties/col/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
          if (typeof data7 == "number" && isFinite(data7)) {
            if (data7 > 1e3 || isNaN(data7)) {
              const err18 = { instancePath: instancePath + "/cursor/col", schemaPath: "#/properties/cursor/properties/col/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
            if (data7 < 1 || isNaN(data7)) {
              const err19 = { instancePath: instancePath + "/cursor/col", schemaPath: "#/properties/cursor/properties/col/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              if (vErrors === null) {
                vErrors = [err19];
              } else {
                vErrors.push(err19);
              }
              errors++;
            }
          }
        }
        if (data5.visible !== void 0) {
          if (typeof data5.visible !== "boolean") {
            const err20 = { instancePath: instancePath + "/cursor/visible", schemaPath: "#/properties/cursor/properties/visible/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
            if (vErrors === null) {
              vErrors = [err20];
            } else {
              vErrors.push(err20);
            }
            errors++;
          }
        }
      } else {
        const err21 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      }
    }
    if (data.title !== void 0) {
      if (typeof data.title !== "string") {
        const err22 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
    }
    if (data.altScreen !== void 0) {
      if (typeof data.altScreen !== "boolean") {
        const err23 = { instancePath: instancePath + "/altScreen", schemaPath: "#/properties/altScreen/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
    }
    if (data.exit !== void 0) {
      let data11 = data.exit;
      if (data11 && typeof data11 == "object" && !Array.isArray(data11)) {
        if (data11.exitCode === void 0) {
          const err24 = { instancePath: instancePath + "/exit", schemaPath: "#/properties/exit/required", keyword: "required", params: { missingProperty: "exitCode" }, message: "must have required property 'exitCode'" };
          if (vErrors === null) {
            vErrors = [err24];
          } else {
            vErrors.push(err24);
          }
          errors++;
        }
        if (data11.signal === void 0) {
          const err25 = { instancePath: instancePath + "/exit", schemaPath: "#/properties/exit/required", keyword: "required", params: { missingProperty: "signal" }, message: "must have required property 'signal'" };
          if (vErrors === null) {
            vErrors = [err25];
          } else {
            vErrors.push(err25);
          }
          errors++;
        }
        if (data11.timedOut === void 0) {
          const err26 = { instancePath: instancePath + "/exit", schemaPath: "#/properties/exit/required", keyword: "required", params: { missingProperty: "timedOut" }, message: "must have required property 'timedOut'" };
          if (vErrors === null) {
            vErrors = [err26];
          } else {
            vErrors.push(err26);
          }
          errors++;
        }
        if (data11.exitCode !== void 0) {
          let data12 = data11.exitCode;
          if (!(typeof data12 == "number" && (!(data12 % 1) && !isNaN(data12)) && isFinite(data12)) && data12 !== null) {
            const err27 = { instancePath: instancePath + "/exit/exitCode", schemaPath: "#/properties/exit/properties/exitCode/type", keyword: "type", params: { type: schema90.properties.exit.properties.exitCode.type }, message: "must be integer,null" };
            if (vErrors === null) {
              vErrors = [err27];
            } else {
              vErrors.push(err27);
            }
            errors++;
          }
        }
        if (data11.signal !== void 0) {
          let data13 = data11.signal;
          if (typeof data13 !== "string" && data13 !== null) {
            const err28 = { instancePath: instancePath + "/exit/signal", schemaPath: "#/properties/exit/properties/signal/type", keyword: "type", params: { type: schema90.properties.exit.properties.signal.type }, message: "must be string,null" };
            if (vErrors === null) {
              vErrors = [err28];
            } else {
              vErrors.push(err28);
            }
            errors++;
          }
          if (typeof data13 === "string") {
            if (!pattern10.test(data13)) {
              const err29 = { instancePath: instancePath + "/exit/signal", schemaPath: "#/properties/exit/properties/signal/pattern", keyword: "pattern", params: { pattern: "^SIG[A-Z0-9+-]{1,20}$" }, message: 'must match pattern "^SIG[A-Z0-9+-]{1,20}$"' };
              if (vErrors === null) {
                vErrors = [err29];
              } else {
                vErrors.push(err29);
              }
              errors++;
            }
          }
        }
        if (data11.timedOut !== void 0) {
          if (typeof data11.timedOut !== "boolean") {
            const err30 = { instancePath: instancePath + "/exit/timedOut", schemaPath: "#/properties/exit/properties/timedOut/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
            if (vErrors === null) {
              vErrors = [err30];
            } else {
              vErrors.push(err30);
            }
            errors++;
          }
        }
      } else {
        const err31 = { instancePath: instancePath + "/exit", schemaPath: "#/properties/exit/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err31];
        } else {
          vErrors.push(err31);
        }
        errors++;
      }
    }
    if (data.colors !== void 0) {
      let data15 = data.colors;
      if (data15 && typeof data15 == "object" && !Array.isArray(data15)) {
        if (data15.foreground !== void 0) {
          let data16 = data15.foreground;
          if (typeof data16 === "string") {
            if (!pattern11.test(data16)) {
              const err32 = { instancePath: instancePath + "/colors/foreground", schemaPath: "#/properties/colors/properties/foreground/pattern", keyword: "pattern", params: { pattern: "^#[0-9a-f]{6}$" }, message: 'must match pattern "^#[0-9a-f]{6}$"' };
              if (vErrors === null) {
                vErrors = [err32];
              } else {
                vErrors.push(err32);
              }
              errors++;
            }
          } else {
            const err33 = { instancePath: instancePath + "/colors/foreground", schemaPath: "#/properties/colors/properties/foreground/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err33];
            } else {
              vErrors.push(err33);
            }
            errors++;
          }
        }
        if (data15.background !== void 0) {
          let data17 = data15.background;
          if (typeof data17 === "string") {
            if (!pattern11.test(data17)) {
              const err34 = { instancePath: instancePath + "/colors/background", schemaPath: "#/properties/colors/properties/background/pattern", keyword: "pattern", params: { pattern: "^#[0-9a-f]{6}$" }, message: 'must match pattern "^#[0-9a-f]{6}$"' };
              if (vErrors === null) {
                vErrors = [err34];
              } else {
                vErrors.push(err34);
              }
              errors++;
            }
          } else {
            const err35 = { instancePath: instancePath + "/colors/background", schemaPath: "#/properties/colors/properties/background/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err35];
            } else {
              vErrors.push(err35);
            }
            errors++;
          }
        }
        if (data15.cursor !== void 0) {
          let data18 = data15.cursor;
          if (typeof data18 === "string") {
            if (!pattern11.test(data18)) {
              const err36 = { instancePath: instancePath + "/colors/cursor", schemaPath: "#/properties/colors/properties/cursor/pattern", keyword: "pattern", params: { pattern: "^#[0-9a-f]{6}$" }, message: 'must match pattern "^#[0-9a-f]{6}$"' };
              if (vErrors === null) {
                vErrors = [err36];
              } else {
                vErrors.push(err36);
              }
              errors++;
            }
          } else {
            const err37 = { instancePath: instancePath + "/colors/cursor", schemaPath: "#/properties/colors/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err37];
            } else {
              vErrors.push(err37);
            }
            errors++;
          }
        }
        if (data15.palette !== void 0) {
          let data19 = data15.palette;
          if (data19 && typeof data19 == "object" && !Array.isArray(data19)) {
            for (const key0 in data19) {
              const _errs40 = errors;
              if (typeof key0 === "string") {
                if (!pattern14.test(key0)) {
                  const err38 = { instancePath: instancePath + "/colors/palette", schemaPath: "#/properties/colors/properties/palette/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])$" }, message: 'must match pattern "^(0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])$"', propertyName: key0 };
                  if (vErrors === null) {
                    vErrors = [err38];
                  } else {
                    vErrors.push(err38);
                  }
                  errors++;
                }
              }
              var valid4 = _errs40 === errors;
              if (!valid4) {
                const err39 = { instancePath: instancePath + "/colors/palette", schemaPath: "#/properties/colors/properties/palette/propertyNames", keyword: "propertyNames", params: { propertyName: key0 }, message: "property name must be valid" };
                if (vErrors === null) {
                  vErrors = [err39];
                } else {
                  vErrors.push(err39);
                }
                errors++;
              }
            }
            for (const key1 in data19) {
              let data20 = data19[key1];
              if (typeof data20 === "string") {
                if (!pattern11.test(data20)) {
                  const err40 = { instancePath: instancePath + "/colors/palette/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/colors/properties/palette/additionalProperties/pattern", keyword: "pattern", params: { pattern: "^#[0-9a-f]{6}$" }, message: 'must match pattern "^#[0-9a-f]{6}$"' };
                  if (vErrors === null) {
                    vErrors = [err40];
                  } else {
                    vErrors.push(err40);
                  }
                  errors++;
                }
              } else {
                const err41 = { instancePath: instancePath + "/colors/palette/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/colors/properties/palette/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err41];
                } else {
                  vErrors.push(err41);
                }
                errors++;
              }
            }
          } else {
            const err42 = { instancePath: instancePath + "/colors/palette", schemaPath: "#/properties/colors/properties/palette/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            if (vErrors === null) {
              vErrors = [err42];
            } else {
              vErrors.push(err42);
            }
            errors++;
          }
        }
        if (data15.reversed !== void 0) {
          if (true !== data15.reversed) {
            const err43 = { instancePath: instancePath + "/colors/reversed", schemaPath: "#/properties/colors/properties/reversed/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" };
            if (vErrors === null) {
              vErrors = [err43];
            } else {
              vErrors.push(err43);
            }
            errors++;
          }
        }
      } else {
        const err44 = { instancePath: instancePath + "/colors", schemaPath: "#/properties/colors/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err44];
        } else {
          vErrors.push(err44);
        }
        errors++;
      }
    }
    if (data.version !== void 0) {
      let data22 = data.version;
      if (!(typeof data22 == "number" && (!(data22 % 1) && !isNaN(data22)) && isFinite(data22))) {
        const err45 = { instancePath: instancePath + "/version", schemaPath: "#/properties/version/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err45];
        } else {
          vErrors.push(err45);
        }
        errors++;
      }
      if (typeof data22 == "number" && isFinite(data22)) {
        if (data22 < 1 || isNaN(data22)) {
          const err46 = { instancePath: instancePath + "/version", schemaPath: "#/properties/version/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err46];
          } else {
            vErrors.push(err46);
          }
          errors++;
        }
      }
    }
  } else {
    const err47 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err47];
    } else {
      vErrors.push(err47);
    }
    errors++;
  }
  validate275.errors = vErrors;
  return errors === 0;
}
var recording_frameDelta = validate276;
function validate276(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 1e3) {
      const err0 = { instancePath, schemaPath: "#/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      let data0 = data[i0];
      if (Array.isArray(data0)) {
        if (data0.length > 2) {
          const err1 = { instancePath: instancePath + "/" + i0, schemaPath: "#/items/maxItems", keyword: "maxItems", params: { limit: 2 }, message: "must NOT have more than 2 items" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.length < 2) {
          const err2 = { instancePath: instancePath + "/" + i0, schemaPath: "#/items/minItems", keyword: "minItems", params: { limit: 2 }, message: "must NOT have fewer than 2 items" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        const len1 = data0.length;
        if (!(len1 <= 2)) {
          const err3 = { instancePath: instancePath + "/" + i0, schemaPath: "#/items/additionalItems", keyword: "additionalItems", params: { limit: 2 }, message: "must NOT have more than 2 items" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        const len2 = data0.length;
        if (len2 > 0) {
          let data1 = data0[0];
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
            const err4 = { instancePath: instancePath + "/" + i0 + "/0", schemaPath: "#/items/items/0/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
          if (typeof data1 == "number" && isFinite(data1)) {
            if (data1 > 999 || isNaN(data1)) {
              const err5 = { instancePath: instancePath + "/" + i0 + "/0", schemaPath: "#/items/items/0/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999 }, message: "must be <= 999" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
            if (data1 < 0 || isNaN(data1)) {
              const err6 = { instancePath: instancePath + "/" + i0 + "/0", schemaPath: "#/items/items/0/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
        }
        if (len2 > 1) {
          if (typeof data0[1] !== "string") {
            const err7 = { instancePath: instancePath + "/" + i0 + "/1", schemaPath: "#/items/items/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
      } else {
        const err8 = { instancePath: instancePath + "/" + i0, schemaPath: "#/items/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
  } else {
    const err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" }, message: "must be array" };
    if (vErrors === null) {
      vErrors = [err9];
    } else {
      vErrors.push(err9);
    }
    errors++;
  }
  validate276.errors = vErrors;
  return errors === 0;
}
export {
  attach,
  batch,
  click,
  close,
  currentView,
  diffView,
  drag,
  dumpView,
  expectNotVisible,
  expectSnapshot,
  expectVisible,
  find,
  focus,
  health,
  hover,
  initialize,
  launch,
  mark,
  recording_event,
  recording_frameDelta,
  recording_start,
  recording_status,
  recording_stop,
  renderView,
  replay,
  resize,
  rpc_discover,
  scroll,
  sendBytes,
  sendKey,
  sendLine,
  sendText,
  server_ping,
  server_shutdown,
  signal,
  step,
  submit,
  terminalState,
  viewSubscribe,
  viewUnsubscribe,
  view_start,
  view_status,
  view_stop,
  waitFor,
  waitForChange,
  waitForExit,
  waitForStable,
  waitForText,
  waitUntil
};

export const validators = { "attach": attach, "batch": batch, "click": click, "close": close, "currentView": currentView, "diffView": diffView, "drag": drag, "dumpView": dumpView, "expectNotVisible": expectNotVisible, "expectSnapshot": expectSnapshot, "expectVisible": expectVisible, "find": find, "focus": focus, "health": health, "hover": hover, "initialize": initialize, "launch": launch, "mark": mark, "recording.start": recording_start, "recording.status": recording_status, "recording.stop": recording_stop, "renderView": renderView, "replay": replay, "resize": resize, "rpc.discover": rpc_discover, "scroll": scroll, "sendBytes": sendBytes, "sendKey": sendKey, "sendLine": sendLine, "sendText": sendText, "server.ping": server_ping, "server.shutdown": server_shutdown, "signal": signal, "step": step, "submit": submit, "terminalState": terminalState, "view.start": view_start, "view.status": view_status, "view.stop": view_stop, "viewSubscribe": viewSubscribe, "viewUnsubscribe": viewUnsubscribe, "waitFor": waitFor, "waitForChange": waitForChange, "waitForExit": waitForExit, "waitForStable": waitForStable, "waitForText": waitForText, "waitUntil": waitUntil };
export const recordingValidators = { event: recording_event, frameDelta: recording_frameDelta };
