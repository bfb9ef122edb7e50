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

var spawn_tui = validate22;
var func2 = require_ucs2length().default;
var pattern0 = new RegExp("^[A-Za-z0-9_.-]{1,64}$", "u");
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.timeout_ms === void 0) {
      data.timeout_ms = 1e4;
    }
    if (data.use_script === void 0) {
      data.use_script = false;
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
      let data0 = data.command;
      if (typeof data0 === "string") {
        if (func2(data0) > 1e5) {
          const err1 = { instancePath: instancePath + "/command", schemaPath: "#/properties/command/maxLength", keyword: "maxLength", params: { limit: 1e5 }, message: "must NOT have more than 100000 characters" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (func2(data0) < 1) {
          const err2 = { instancePath: instancePath + "/command", schemaPath: "#/properties/command/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/command", schemaPath: "#/properties/command/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.args !== void 0) {
      let data1 = data.args;
      if (Array.isArray(data1)) {
        if (data1.length > 1e4) {
          const err4 = { instancePath: instancePath + "/args", schemaPath: "#/properties/args/maxItems", keyword: "maxItems", params: { limit: 1e4 }, message: "must NOT have more than 10000 items" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (typeof data1[i0] !== "string") {
            const err5 = { instancePath: instancePath + "/args/" + i0, schemaPath: "#/properties/args/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/args", schemaPath: "#/properties/args/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.cols !== void 0) {
      let data3 = data.cols;
      if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
        const err7 = { instancePath: instancePath + "/cols", schemaPath: "#/properties/cols/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if (typeof data3 == "number" && isFinite(data3)) {
        if (data3 > 1e3 || isNaN(data3)) {
          const err8 = { instancePath: instancePath + "/cols", schemaPath: "#/properties/cols/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
        if (data3 < 2 || isNaN(data3)) {
          const err9 = { instancePath: instancePath + "/cols", schemaPath: "#/properties/cols/minimum", keyword: "minimum", params: { comparison: ">=", limit: 2 }, message: "must be >= 2" };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      }
    }
    if (data.rows !== void 0) {
      let data4 = data.rows;
      if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
        const err10 = { instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 1e3 || isNaN(data4)) {
          const err11 = { instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        if (data4 < 1 || isNaN(data4)) {
          const err12 = { instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      }
    }
    if (data.env !== void 0) {
      let data5 = data.env;
      if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
        for (const key0 in data5) {
          if (typeof data5[key0] !== "string") {
            const err13 = { instancePath: instancePath + "/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/env/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
      } else {
        const err14 = { instancePath: instancePath + "/env", schemaPath: "#/properties/env/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.cwd !== void 0) {
      let data7 = data.cwd;
      if (typeof data7 === "string") {
        if (func2(data7) > 4096) {
          const err15 = { instancePath: instancePath + "/cwd", schemaPath: "#/properties/cwd/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
        if (func2(data7) < 1) {
          const err16 = { instancePath: instancePath + "/cwd", schemaPath: "#/properties/cwd/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      } else {
        const err17 = { instancePath: instancePath + "/cwd", schemaPath: "#/properties/cwd/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    if (data.name !== void 0) {
      let data8 = data.name;
      if (typeof data8 === "string") {
        if (!pattern0.test(data8)) {
          const err18 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_.-]{1,64}$" }, message: 'must match pattern "^[A-Za-z0-9_.-]{1,64}$"' };
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
      } else {
        const err19 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.wait_for !== void 0) {
      let data9 = data.wait_for;
      if (typeof data9 === "string") {
        if (func2(data9) > 1e4) {
          const err20 = { instancePath: instancePath + "/wait_for", schemaPath: "#/properties/wait_for/maxLength", keyword: "maxLength", params: { limit: 1e4 }, message: "must NOT have more than 10000 characters" };
          if (vErrors === null) {
            vErrors = [err20];
          } else {
            vErrors.push(err20);
          }
          errors++;
        }
        if (func2(data9) < 1) {
          const err21 = { instancePath: instancePath + "/wait_for", schemaPath: "#/properties/wait_for/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err21];
          } else {
            vErrors.push(err21);
          }
          errors++;
        }
      } else {
        const err22 = { instancePath: instancePath + "/wait_for", schemaPath: "#/properties/wait_for/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
    }
    let data10 = data.timeout_ms;
    if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)) && isFinite(data10))) {
      const err23 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err23];
      } else {
        vErrors.push(err23);
      }
      errors++;
    }
    if (typeof data10 == "number" && isFinite(data10)) {
      if (data10 > 2147483647 || isNaN(data10)) {
        const err24 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
        if (vErrors === null) {
          vErrors = [err24];
        } else {
          vErrors.push(err24);
        }
        errors++;
      }
      if (data10 < 0 || isNaN(data10)) {
        const err25 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err25];
        } else {
          vErrors.push(err25);
        }
        errors++;
      }
    }
    if (typeof data.use_script !== "boolean") {
      const err26 = { instancePath: instancePath + "/use_script", schemaPath: "#/properties/use_script/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err26];
      } else {
        vErrors.push(err26);
      }
      errors++;
    }
    if (data.answer_queries !== void 0) {
      if (typeof data.answer_queries !== "boolean") {
        const err27 = { instancePath: instancePath + "/answer_queries", schemaPath: "#/properties/answer_queries/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        if (vErrors === null) {
          vErrors = [err27];
        } else {
          vErrors.push(err27);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "command" && member0 !== "args" && member0 !== "cols" && member0 !== "rows" && member0 !== "env" && member0 !== "cwd" && member0 !== "name" && member0 !== "wait_for" && member0 !== "timeout_ms" && member0 !== "use_script" && member0 !== "answer_queries") {
        const err28 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["command", "args", "cols", "rows", "env", "cwd", "name", "wait_for", "timeout_ms", "use_script", "answer_queries"] }, message: "unknown member" };
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
  validate22.errors = vErrors;
  return errors === 0;
}
var send_input = validate23;
var schema8 = { "type": "object", "required": ["session_id"], "properties": { "session_id": { "type": "string" }, "input": { "type": "string", "maxLength": 1e6 }, "key": { "type": "string", "minLength": 1, "maxLength": 200 }, "keys": { "type": "array", "items": { "type": "string", "minLength": 1 }, "maxItems": 1e4 }, "submit": { "type": "boolean", "default": false }, "paste": { "type": "boolean", "default": false }, "expect": { "type": "string", "minLength": 1, "maxLength": 1e4 }, "timeout_ms": { "type": "integer", "minimum": 0, "maximum": 2147483647, "default": 1e4 }, "screen": { "enum": ["changes", "text", "none"], "default": "changes" } }, "onlyMembers": ["session_id", "input", "key", "keys", "submit", "paste", "expect", "timeout_ms", "screen"] };
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.submit === void 0) {
      data.submit = false;
    }
    if (data.paste === void 0) {
      data.paste = false;
    }
    if (data.timeout_ms === void 0) {
      data.timeout_ms = 1e4;
    }
    if (data.screen === void 0) {
      data.screen = "changes";
    }
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err1 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.input !== void 0) {
      let data1 = data.input;
      if (typeof data1 === "string") {
        if (func2(data1) > 1e6) {
          const err2 = { instancePath: instancePath + "/input", schemaPath: "#/properties/input/maxLength", keyword: "maxLength", params: { limit: 1e6 }, message: "must NOT have more than 1000000 characters" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/input", schemaPath: "#/properties/input/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.key !== void 0) {
      let data2 = data.key;
      if (typeof data2 === "string") {
        if (func2(data2) > 200) {
          const err4 = { instancePath: instancePath + "/key", schemaPath: "#/properties/key/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (func2(data2) < 1) {
          const err5 = { instancePath: instancePath + "/key", schemaPath: "#/properties/key/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/key", schemaPath: "#/properties/key/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.keys !== void 0) {
      let data3 = data.keys;
      if (Array.isArray(data3)) {
        if (data3.length > 1e4) {
          const err7 = { instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/maxItems", keyword: "maxItems", params: { limit: 1e4 }, message: "must NOT have more than 10000 items" };
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
            if (func2(data4) < 1) {
              const err8 = { instancePath: instancePath + "/keys/" + i0, schemaPath: "#/properties/keys/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          } else {
            const err9 = { instancePath: instancePath + "/keys/" + i0, schemaPath: "#/properties/keys/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
      } else {
        const err10 = { instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (typeof data.submit !== "boolean") {
      const err11 = { instancePath: instancePath + "/submit", schemaPath: "#/properties/submit/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err11];
      } else {
        vErrors.push(err11);
      }
      errors++;
    }
    if (typeof data.paste !== "boolean") {
      const err12 = { instancePath: instancePath + "/paste", schemaPath: "#/properties/paste/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err12];
      } else {
        vErrors.push(err12);
      }
      errors++;
    }
    if (data.expect !== void 0) {
      let data7 = data.expect;
      if (typeof data7 === "string") {
        if (func2(data7) > 1e4) {
          const err13 = { instancePath: instancePath + "/expect", schemaPath: "#/properties/expect/maxLength", keyword: "maxLength", params: { limit: 1e4 }, message: "must NOT have more than 10000 characters" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        if (func2(data7) < 1) {
          const err14 = { instancePath: instancePath + "/expect", schemaPath: "#/properties/expect/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/expect", schemaPath: "#/properties/expect/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    let data8 = data.timeout_ms;
    if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)) && isFinite(data8))) {
      const err16 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err16];
      } else {
        vErrors.push(err16);
      }
      errors++;
    }
    if (typeof data8 == "number" && isFinite(data8)) {
      if (data8 > 2147483647 || isNaN(data8)) {
        const err17 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
      if (data8 < 0 || isNaN(data8)) {
        const err18 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    let data9 = data.screen;
    if (!(data9 === "changes" || data9 === "text" || data9 === "none")) {
      const err19 = { instancePath: instancePath + "/screen", schemaPath: "#/properties/screen/enum", keyword: "enum", params: { allowedValues: schema8.properties.screen.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err19];
      } else {
        vErrors.push(err19);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "input" && member0 !== "key" && member0 !== "keys" && member0 !== "submit" && member0 !== "paste" && member0 !== "expect" && member0 !== "timeout_ms" && member0 !== "screen") {
        const err20 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "input", "key", "keys", "submit", "paste", "expect", "timeout_ms", "screen"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
  } else {
    const err21 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err21];
    } else {
      vErrors.push(err21);
    }
    errors++;
  }
  validate23.errors = vErrors;
  return errors === 0;
}
var mouse = validate24;
var schema9 = { "type": "object", "required": ["session_id", "action"], "properties": { "session_id": { "type": "string" }, "action": { "enum": ["click", "double_click", "scroll_up", "scroll_down", "drag", "hover"] }, "text": { "type": "string", "minLength": 1, "maxLength": 1e4 }, "row": { "type": "integer", "minimum": 1, "maximum": 1e3 }, "col": { "type": "integer", "minimum": 1, "maximum": 1e3 }, "to_row": { "type": "integer", "minimum": 1, "maximum": 1e3 }, "to_col": { "type": "integer", "minimum": 1, "maximum": 1e3 }, "from_end": { "enum": ["row", "col", "both"] }, "button": { "enum": ["left", "middle", "right"], "default": "left" }, "amount": { "type": "integer", "minimum": 1, "maximum": 1e3, "default": 1 } }, "onlyMembers": ["session_id", "action", "text", "row", "col", "to_row", "to_col", "from_end", "button", "amount"] };
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.button === void 0) {
      data.button = "left";
    }
    if (data.amount === void 0) {
      data.amount = 1;
    }
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.action === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "action" }, message: "must have required property 'action'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err2 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.action !== void 0) {
      let data1 = data.action;
      if (!(data1 === "click" || data1 === "double_click" || data1 === "scroll_up" || data1 === "scroll_down" || data1 === "drag" || data1 === "hover")) {
        const err3 = { instancePath: instancePath + "/action", schemaPath: "#/properties/action/enum", keyword: "enum", params: { allowedValues: schema9.properties.action.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.text !== void 0) {
      let data2 = data.text;
      if (typeof data2 === "string") {
        if (func2(data2) > 1e4) {
          const err4 = { instancePath: instancePath + "/text", schemaPath: "#/properties/text/maxLength", keyword: "maxLength", params: { limit: 1e4 }, message: "must NOT have more than 10000 characters" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (func2(data2) < 1) {
          const err5 = { instancePath: instancePath + "/text", schemaPath: "#/properties/text/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/text", schemaPath: "#/properties/text/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.row !== void 0) {
      let data3 = data.row;
      if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
        const err7 = { instancePath: instancePath + "/row", schemaPath: "#/properties/row/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if (typeof data3 == "number" && isFinite(data3)) {
        if (data3 > 1e3 || isNaN(data3)) {
          const err8 = { instancePath: instancePath + "/row", schemaPath: "#/properties/row/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
        if (data3 < 1 || isNaN(data3)) {
          const err9 = { instancePath: instancePath + "/row", schemaPath: "#/properties/row/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      }
    }
    if (data.col !== void 0) {
      let data4 = data.col;
      if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
        const err10 = { instancePath: instancePath + "/col", schemaPath: "#/properties/col/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 1e3 || isNaN(data4)) {
          const err11 = { instancePath: instancePath + "/col", schemaPath: "#/properties/col/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        if (data4 < 1 || isNaN(data4)) {
          const err12 = { instancePath: instancePath + "/col", schemaPath: "#/properties/col/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      }
    }
    if (data.to_row !== void 0) {
      let data5 = data.to_row;
      if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
        const err13 = { instancePath: instancePath + "/to_row", schemaPath: "#/properties/to_row/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
      if (typeof data5 == "number" && isFinite(data5)) {
        if (data5 > 1e3 || isNaN(data5)) {
          const err14 = { instancePath: instancePath + "/to_row", schemaPath: "#/properties/to_row/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
        if (data5 < 1 || isNaN(data5)) {
          const err15 = { instancePath: instancePath + "/to_row", schemaPath: "#/properties/to_row/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
      }
    }
    if (data.to_col !== void 0) {
      let data6 = data.to_col;
      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
        const err16 = { instancePath: instancePath + "/to_col", schemaPath: "#/properties/to_col/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
      if (typeof data6 == "number" && isFinite(data6)) {
        if (data6 > 1e3 || isNaN(data6)) {
          const err17 = { instancePath: instancePath + "/to_col", schemaPath: "#/properties/to_col/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
        if (data6 < 1 || isNaN(data6)) {
          const err18 = { instancePath: instancePath + "/to_col", schemaPath: "#/properties/to_col/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
      }
    }
    if (data.from_end !== void 0) {
      let data7 = data.from_end;
      if (!(data7 === "row" || data7 === "col" || data7 === "both")) {
        const err19 = { instancePath: instancePath + "/from_end", schemaPath: "#/properties/from_end/enum", keyword: "enum", params: { allowedValues: schema9.properties.from_end.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    let data8 = data.button;
    if (!(data8 === "left" || data8 === "middle" || data8 === "right")) {
      const err20 = { instancePath: instancePath + "/button", schemaPath: "#/properties/button/enum", keyword: "enum", params: { allowedValues: schema9.properties.button.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err20];
      } else {
        vErrors.push(err20);
      }
      errors++;
    }
    let data9 = data.amount;
    if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
      const err21 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err21];
      } else {
        vErrors.push(err21);
      }
      errors++;
    }
    if (typeof data9 == "number" && isFinite(data9)) {
      if (data9 > 1e3 || isNaN(data9)) {
        const err22 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
      if (data9 < 1 || isNaN(data9)) {
        const err23 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "action" && member0 !== "text" && member0 !== "row" && member0 !== "col" && member0 !== "to_row" && member0 !== "to_col" && member0 !== "from_end" && member0 !== "button" && member0 !== "amount") {
        const err24 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "action", "text", "row", "col", "to_row", "to_col", "from_end", "button", "amount"] }, message: "unknown member" };
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
  validate24.errors = vErrors;
  return errors === 0;
}
var get_screen = validate25;
var schema10 = { "type": "object", "required": ["session_id"], "properties": { "session_id": { "type": "string" }, "format": { "enum": ["compact", "text", "annotated", "full"], "default": "compact" }, "since": { "type": "integer", "minimum": 0 }, "scrollback": { "type": "integer", "minimum": 0, "maximum": 1e5, "default": 0 }, "include_roles": { "type": "boolean", "default": false } }, "onlyMembers": ["session_id", "format", "since", "scrollback", "include_roles"] };
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.format === void 0) {
      data.format = "compact";
    }
    if (data.scrollback === void 0) {
      data.scrollback = 0;
    }
    if (data.include_roles === void 0) {
      data.include_roles = false;
    }
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err1 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    let data1 = data.format;
    if (!(data1 === "compact" || data1 === "text" || data1 === "annotated" || data1 === "full")) {
      const err2 = { instancePath: instancePath + "/format", schemaPath: "#/properties/format/enum", keyword: "enum", params: { allowedValues: schema10.properties.format.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.since !== void 0) {
      let data2 = data.since;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        const err3 = { instancePath: instancePath + "/since", schemaPath: "#/properties/since/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 < 0 || isNaN(data2)) {
          const err4 = { instancePath: instancePath + "/since", schemaPath: "#/properties/since/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      }
    }
    let data3 = data.scrollback;
    if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
      const err5 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (typeof data3 == "number" && isFinite(data3)) {
      if (data3 > 1e5 || isNaN(data3)) {
        const err6 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e5 }, message: "must be <= 100000" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (data3 < 0 || isNaN(data3)) {
        const err7 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (typeof data.include_roles !== "boolean") {
      const err8 = { instancePath: instancePath + "/include_roles", schemaPath: "#/properties/include_roles/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "format" && member0 !== "since" && member0 !== "scrollback" && member0 !== "include_roles") {
        const err9 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "format", "since", "scrollback", "include_roles"] }, message: "unknown member" };
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
  validate25.errors = vErrors;
  return errors === 0;
}
var get_screenshot = validate26;
var schema11 = { "type": "object", "required": ["session_id"], "properties": { "session_id": { "type": "string" }, "format": { "enum": ["png", "svg"], "default": "png" }, "font_size": { "type": "number", "minimum": 1, "maximum": 100, "default": 14 }, "show_cursor": { "type": "boolean", "default": true }, "svg_mode": { "enum": ["per_cell", "merged"] } }, "onlyMembers": ["session_id", "format", "font_size", "show_cursor", "svg_mode"] };
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.format === void 0) {
      data.format = "png";
    }
    if (data.font_size === void 0) {
      data.font_size = 14;
    }
    if (data.show_cursor === void 0) {
      data.show_cursor = true;
    }
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err1 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    let data1 = data.format;
    if (!(data1 === "png" || data1 === "svg")) {
      const err2 = { instancePath: instancePath + "/format", schemaPath: "#/properties/format/enum", keyword: "enum", params: { allowedValues: schema11.properties.format.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    let data2 = data.font_size;
    if (typeof data2 == "number" && isFinite(data2)) {
      if (data2 > 100 || isNaN(data2)) {
        const err3 = { instancePath: instancePath + "/font_size", schemaPath: "#/properties/font_size/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (data2 < 1 || isNaN(data2)) {
        const err4 = { instancePath: instancePath + "/font_size", schemaPath: "#/properties/font_size/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    } else {
      const err5 = { instancePath: instancePath + "/font_size", schemaPath: "#/properties/font_size/type", keyword: "type", params: { type: "number" }, message: "must be number" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (typeof data.show_cursor !== "boolean") {
      const err6 = { instancePath: instancePath + "/show_cursor", schemaPath: "#/properties/show_cursor/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.svg_mode !== void 0) {
      let data4 = data.svg_mode;
      if (!(data4 === "per_cell" || data4 === "merged")) {
        const err7 = { instancePath: instancePath + "/svg_mode", schemaPath: "#/properties/svg_mode/enum", keyword: "enum", params: { allowedValues: schema11.properties.svg_mode.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "format" && member0 !== "font_size" && member0 !== "show_cursor" && member0 !== "svg_mode") {
        const err8 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "format", "font_size", "show_cursor", "svg_mode"] }, message: "unknown member" };
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
  validate26.errors = vErrors;
  return errors === 0;
}
var find_text = validate27;
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.flags === void 0) {
      data.flags = "";
    }
    if (data.scrollback === void 0) {
      data.scrollback = false;
    }
    if (data.limit === void 0) {
      data.limit = 20;
    }
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
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
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err2 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.pattern !== void 0) {
      let data1 = data.pattern;
      if (typeof data1 === "string") {
        if (func2(data1) > 1e4) {
          const err3 = { instancePath: instancePath + "/pattern", schemaPath: "#/properties/pattern/maxLength", keyword: "maxLength", params: { limit: 1e4 }, message: "must NOT have more than 10000 characters" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (func2(data1) < 1) {
          const err4 = { instancePath: instancePath + "/pattern", schemaPath: "#/properties/pattern/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/pattern", schemaPath: "#/properties/pattern/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    let data2 = data.flags;
    if (typeof data2 === "string") {
      if (func2(data2) > 10) {
        const err6 = { instancePath: instancePath + "/flags", schemaPath: "#/properties/flags/maxLength", keyword: "maxLength", params: { limit: 10 }, message: "must NOT have more than 10 characters" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    } else {
      const err7 = { instancePath: instancePath + "/flags", schemaPath: "#/properties/flags/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (typeof data.scrollback !== "boolean") {
      const err8 = { instancePath: instancePath + "/scrollback", schemaPath: "#/properties/scrollback/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    let data4 = data.limit;
    if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
      const err9 = { instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (typeof data4 == "number" && isFinite(data4)) {
      if (data4 > 1e3 || isNaN(data4)) {
        const err10 = { instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if (data4 < 1 || isNaN(data4)) {
        const err11 = { instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "pattern" && member0 !== "flags" && member0 !== "scrollback" && member0 !== "limit") {
        const err12 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "pattern", "flags", "scrollback", "limit"] }, message: "unknown member" };
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
  validate27.errors = vErrors;
  return errors === 0;
}
var wait_for_text = validate28;
var schema13 = { "type": "object", "required": ["session_id", "pattern"], "properties": { "session_id": { "type": "string" }, "pattern": { "type": "string", "minLength": 1, "maxLength": 1e4 }, "flags": { "type": "string", "maxLength": 10, "default": "" }, "timeout_ms": { "type": "integer", "minimum": 0, "maximum": 2147483647, "default": 1e4 }, "since": { "enum": ["any", "last_input", "now"], "default": "any" }, "gone": { "type": "boolean", "default": false }, "fail_on": { "type": "string", "minLength": 1, "maxLength": 1e4 } }, "onlyMembers": ["session_id", "pattern", "flags", "timeout_ms", "since", "gone", "fail_on"] };
function validate28(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.flags === void 0) {
      data.flags = "";
    }
    if (data.timeout_ms === void 0) {
      data.timeout_ms = 1e4;
    }
    if (data.since === void 0) {
      data.since = "any";
    }
    if (data.gone === void 0) {
      data.gone = false;
    }
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
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
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err2 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.pattern !== void 0) {
      let data1 = data.pattern;
      if (typeof data1 === "string") {
        if (func2(data1) > 1e4) {
          const err3 = { instancePath: instancePath + "/pattern", schemaPath: "#/properties/pattern/maxLength", keyword: "maxLength", params: { limit: 1e4 }, message: "must NOT have more than 10000 characters" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (func2(data1) < 1) {
          const err4 = { instancePath: instancePath + "/pattern", schemaPath: "#/properties/pattern/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/pattern", schemaPath: "#/properties/pattern/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    let data2 = data.flags;
    if (typeof data2 === "string") {
      if (func2(data2) > 10) {
        const err6 = { instancePath: instancePath + "/flags", schemaPath: "#/properties/flags/maxLength", keyword: "maxLength", params: { limit: 10 }, message: "must NOT have more than 10 characters" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    } else {
      const err7 = { instancePath: instancePath + "/flags", schemaPath: "#/properties/flags/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    let data3 = data.timeout_ms;
    if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
      const err8 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    if (typeof data3 == "number" && isFinite(data3)) {
      if (data3 > 2147483647 || isNaN(data3)) {
        const err9 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
      if (data3 < 0 || isNaN(data3)) {
        const err10 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    let data4 = data.since;
    if (!(data4 === "any" || data4 === "last_input" || data4 === "now")) {
      const err11 = { instancePath: instancePath + "/since", schemaPath: "#/properties/since/enum", keyword: "enum", params: { allowedValues: schema13.properties.since.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err11];
      } else {
        vErrors.push(err11);
      }
      errors++;
    }
    if (typeof data.gone !== "boolean") {
      const err12 = { instancePath: instancePath + "/gone", schemaPath: "#/properties/gone/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err12];
      } else {
        vErrors.push(err12);
      }
      errors++;
    }
    if (data.fail_on !== void 0) {
      let data6 = data.fail_on;
      if (typeof data6 === "string") {
        if (func2(data6) > 1e4) {
          const err13 = { instancePath: instancePath + "/fail_on", schemaPath: "#/properties/fail_on/maxLength", keyword: "maxLength", params: { limit: 1e4 }, message: "must NOT have more than 10000 characters" };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
        if (func2(data6) < 1) {
          const err14 = { instancePath: instancePath + "/fail_on", schemaPath: "#/properties/fail_on/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/fail_on", schemaPath: "#/properties/fail_on/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "pattern" && member0 !== "flags" && member0 !== "timeout_ms" && member0 !== "since" && member0 !== "gone" && member0 !== "fail_on") {
        const err16 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "pattern", "flags", "timeout_ms", "since", "gone", "fail_on"] }, message: "unknown member" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate28.errors = vErrors;
  return errors === 0;
}
var wait_for_screen_change = validate29;
var schema14 = { "type": "object", "required": ["session_id"], "properties": { "session_id": { "type": "string" }, "timeout_ms": { "type": "integer", "minimum": 0, "maximum": 2147483647, "default": 5e3 }, "stable_ms": { "type": "integer", "minimum": 0, "maximum": 2147483647, "default": 300 }, "since": { "enum": ["last_input", "now"], "default": "last_input" } }, "onlyMembers": ["session_id", "timeout_ms", "stable_ms", "since"] };
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.timeout_ms === void 0) {
      data.timeout_ms = 5e3;
    }
    if (data.stable_ms === void 0) {
      data.stable_ms = 300;
    }
    if (data.since === void 0) {
      data.since = "last_input";
    }
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err1 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    let data1 = data.timeout_ms;
    if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
      const err2 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (typeof data1 == "number" && isFinite(data1)) {
      if (data1 > 2147483647 || isNaN(data1)) {
        const err3 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (data1 < 0 || isNaN(data1)) {
        const err4 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    let data2 = data.stable_ms;
    if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
      const err5 = { instancePath: instancePath + "/stable_ms", schemaPath: "#/properties/stable_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (typeof data2 == "number" && isFinite(data2)) {
      if (data2 > 2147483647 || isNaN(data2)) {
        const err6 = { instancePath: instancePath + "/stable_ms", schemaPath: "#/properties/stable_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (data2 < 0 || isNaN(data2)) {
        const err7 = { instancePath: instancePath + "/stable_ms", schemaPath: "#/properties/stable_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    let data3 = data.since;
    if (!(data3 === "last_input" || data3 === "now")) {
      const err8 = { instancePath: instancePath + "/since", schemaPath: "#/properties/since/enum", keyword: "enum", params: { allowedValues: schema14.properties.since.enum }, message: "must be equal to one of the allowed values" };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "timeout_ms" && member0 !== "stable_ms" && member0 !== "since") {
        const err9 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "timeout_ms", "stable_ms", "since"] }, message: "unknown member" };
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
  validate29.errors = vErrors;
  return errors === 0;
}
var wait_for_exit = validate30;
function validate30(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.timeout_ms === void 0) {
      data.timeout_ms = 3e4;
    }
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err1 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    let data1 = data.timeout_ms;
    if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
      const err2 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (typeof data1 == "number" && isFinite(data1)) {
      if (data1 > 2147483647 || isNaN(data1)) {
        const err3 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (data1 < 0 || isNaN(data1)) {
        const err4 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "timeout_ms") {
        const err5 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "timeout_ms"] }, message: "unknown member" };
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
  validate30.errors = vErrors;
  return errors === 0;
}
var resize_session = validate31;
function validate31(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.cols === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cols" }, message: "must have required property 'cols'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.rows === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "rows" }, message: "must have required property 'rows'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err3 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.cols !== void 0) {
      let data1 = data.cols;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
        const err4 = { instancePath: instancePath + "/cols", schemaPath: "#/properties/cols/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (typeof data1 == "number" && isFinite(data1)) {
        if (data1 > 1e3 || isNaN(data1)) {
          const err5 = { instancePath: instancePath + "/cols", schemaPath: "#/properties/cols/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data1 < 2 || isNaN(data1)) {
          const err6 = { instancePath: instancePath + "/cols", schemaPath: "#/properties/cols/minimum", keyword: "minimum", params: { comparison: ">=", limit: 2 }, message: "must be >= 2" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      }
    }
    if (data.rows !== void 0) {
      let data2 = data.rows;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        const err7 = { instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 1e3 || isNaN(data2)) {
          const err8 = { instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
        if (data2 < 1 || isNaN(data2)) {
          const err9 = { instancePath: instancePath + "/rows", schemaPath: "#/properties/rows/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
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
      if (member0 !== "session_id" && member0 !== "cols" && member0 !== "rows") {
        const err10 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "cols", "rows"] }, message: "unknown member" };
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
  validate31.errors = vErrors;
  return errors === 0;
}
var send_signal = validate32;
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.signal === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "signal" }, message: "must have required property 'signal'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err2 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.signal !== void 0) {
      let data1 = data.signal;
      if (typeof data1 === "string") {
        if (func2(data1) > 20) {
          const err3 = { instancePath: instancePath + "/signal", schemaPath: "#/properties/signal/maxLength", keyword: "maxLength", params: { limit: 20 }, message: "must NOT have more than 20 characters" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (func2(data1) < 1) {
          const err4 = { instancePath: instancePath + "/signal", schemaPath: "#/properties/signal/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/signal", schemaPath: "#/properties/signal/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "signal") {
        const err6 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "signal"] }, message: "unknown member" };
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
  validate32.errors = vErrors;
  return errors === 0;
}
var list_sessions = validate33;
function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  validate33.errors = vErrors;
  return errors === 0;
}
var close_session = validate34;
function validate34(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err1 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "session_id") {
        const err2 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id"] }, message: "unknown member" };
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
  validate34.errors = vErrors;
  return errors === 0;
}
var expect_snapshot = validate35;
var schema20 = { "type": "object", "required": ["session_id", "name"], "properties": { "session_id": { "type": "string" }, "name": { "type": "string", "minLength": 1, "maxLength": 200 }, "mask": { "type": "array", "items": { "type": "string", "minLength": 1 }, "maxItems": 100 }, "update": { "enum": ["none", "missing", "all"] }, "timeout_ms": { "type": "integer", "minimum": 0, "maximum": 2147483647, "default": 5e3 } }, "onlyMembers": ["session_id", "name", "mask", "update", "timeout_ms"] };
function validate35(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.timeout_ms === void 0) {
      data.timeout_ms = 5e3;
    }
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.name === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err2 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.name !== void 0) {
      let data1 = data.name;
      if (typeof data1 === "string") {
        if (func2(data1) > 200) {
          const err3 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (func2(data1) < 1) {
          const err4 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.mask !== void 0) {
      let data2 = data.mask;
      if (Array.isArray(data2)) {
        if (data2.length > 100) {
          const err6 = { instancePath: instancePath + "/mask", schemaPath: "#/properties/mask/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data3 = data2[i0];
          if (typeof data3 === "string") {
            if (func2(data3) < 1) {
              const err7 = { instancePath: instancePath + "/mask/" + i0, schemaPath: "#/properties/mask/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          } else {
            const err8 = { instancePath: instancePath + "/mask/" + i0, schemaPath: "#/properties/mask/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
      } else {
        const err9 = { instancePath: instancePath + "/mask", schemaPath: "#/properties/mask/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.update !== void 0) {
      let data4 = data.update;
      if (!(data4 === "none" || data4 === "missing" || data4 === "all")) {
        const err10 = { instancePath: instancePath + "/update", schemaPath: "#/properties/update/enum", keyword: "enum", params: { allowedValues: schema20.properties.update.enum }, message: "must be equal to one of the allowed values" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    let data5 = data.timeout_ms;
    if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
      const err11 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
      if (vErrors === null) {
        vErrors = [err11];
      } else {
        vErrors.push(err11);
      }
      errors++;
    }
    if (typeof data5 == "number" && isFinite(data5)) {
      if (data5 > 2147483647 || isNaN(data5)) {
        const err12 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 }, message: "must be <= 2147483647" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
      if (data5 < 0 || isNaN(data5)) {
        const err13 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "name" && member0 !== "mask" && member0 !== "update" && member0 !== "timeout_ms") {
        const err14 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "name", "mask", "update", "timeout_ms"] }, message: "unknown member" };
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
  validate35.errors = vErrors;
  return errors === 0;
}
var start_recording = validate36;
function validate36(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.path === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "path" }, message: "must have required property 'path'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err2 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.path !== void 0) {
      let data1 = data.path;
      if (typeof data1 === "string") {
        if (func2(data1) > 4096) {
          const err3 = { instancePath: instancePath + "/path", schemaPath: "#/properties/path/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (func2(data1) < 1) {
          const err4 = { instancePath: instancePath + "/path", schemaPath: "#/properties/path/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/path", schemaPath: "#/properties/path/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "session_id" && member0 !== "path") {
        const err6 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id", "path"] }, message: "unknown member" };
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
var stop_recording = validate37;
function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.session_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "session_id" }, message: "must have required property 'session_id'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.session_id !== void 0) {
      if (typeof data.session_id !== "string") {
        const err1 = { instancePath: instancePath + "/session_id", schemaPath: "#/properties/session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "session_id") {
        const err2 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["session_id"] }, message: "unknown member" };
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
  validate37.errors = vErrors;
  return errors === 0;
}
var attach_tmux = validate38;
function validate38(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.keep_last_words === void 0) {
      data.keep_last_words = false;
    }
    if (data.read_only === void 0) {
      data.read_only = false;
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
        if (func2(data0) < 1) {
          const err2 = { instancePath: instancePath + "/pane", schemaPath: "#/properties/pane/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
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
    if (data.socket_path !== void 0) {
      let data1 = data.socket_path;
      if (typeof data1 === "string") {
        if (func2(data1) > 4096) {
          const err4 = { instancePath: instancePath + "/socket_path", schemaPath: "#/properties/socket_path/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (func2(data1) < 1) {
          const err5 = { instancePath: instancePath + "/socket_path", schemaPath: "#/properties/socket_path/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/socket_path", schemaPath: "#/properties/socket_path/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.socket_name !== void 0) {
      let data2 = data.socket_name;
      if (typeof data2 === "string") {
        if (func2(data2) > 200) {
          const err7 = { instancePath: instancePath + "/socket_name", schemaPath: "#/properties/socket_name/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (func2(data2) < 1) {
          const err8 = { instancePath: instancePath + "/socket_name", schemaPath: "#/properties/socket_name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/socket_name", schemaPath: "#/properties/socket_name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (typeof data.keep_last_words !== "boolean") {
      const err10 = { instancePath: instancePath + "/keep_last_words", schemaPath: "#/properties/keep_last_words/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err10];
      } else {
        vErrors.push(err10);
      }
      errors++;
    }
    if (typeof data.read_only !== "boolean") {
      const err11 = { instancePath: instancePath + "/read_only", schemaPath: "#/properties/read_only/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      if (vErrors === null) {
        vErrors = [err11];
      } else {
        vErrors.push(err11);
      }
      errors++;
    }
    if (data.name !== void 0) {
      let data5 = data.name;
      if (typeof data5 === "string") {
        if (!pattern0.test(data5)) {
          const err12 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_.-]{1,64}$" }, message: 'must match pattern "^[A-Za-z0-9_.-]{1,64}$"' };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      } else {
        const err13 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    for (const member0 in data) {
      if (member0 !== "pane" && member0 !== "socket_path" && member0 !== "socket_name" && member0 !== "keep_last_words" && member0 !== "read_only" && member0 !== "name") {
        const err14 = { instancePath, schemaPath: "#/onlyMembers", keyword: "onlyMembers", params: { unknown: member0, known: ["pane", "socket_path", "socket_name", "keep_last_words", "read_only", "name"] }, message: "unknown member" };
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
  validate38.errors = vErrors;
  return errors === 0;
}
export {
  attach_tmux,
  close_session,
  expect_snapshot,
  find_text,
  get_screen,
  get_screenshot,
  list_sessions,
  mouse,
  resize_session,
  send_input,
  send_signal,
  spawn_tui,
  start_recording,
  stop_recording,
  wait_for_exit,
  wait_for_screen_change,
  wait_for_text
};

export const validators = { spawn_tui, send_input, mouse, get_screen, get_screenshot, find_text, wait_for_text, wait_for_screen_change, wait_for_exit, resize_session, send_signal, list_sessions, close_session, expect_snapshot, start_recording, stop_recording, attach_tmux };
