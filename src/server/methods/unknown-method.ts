import { findNearest, quote, truncate } from '../../base/text.js';
import { methodFacts } from '../../protocol/generated/tables.js';
import type { MethodName } from '../../protocol/generated/types.js';
import { codes, RpcError } from '../../protocol/message.js';

// For each method, its names in Playwright, Puppeteer, expect, pexpect, tmux and other tools, in lower case.
const otherNames: Partial<Readonly<Record<MethodName, string>>> = {
  initialize: 'init connect newpage newcontext newsession createsession opensession',
  launch: 'goto spawn spawntui open start run exec execute command startprogram create',
  close: 'quit stop exit end closesession',
  signal: 'kill terminate interrupt sendsignal',
  resize: 'setviewportsize setsize viewport resizewindow resizesession winsize',
  sendKey: 'press presskey keypress key keyboard keydown keyup sendkeypress sendcontrol pushkey',
  sendText: 'type typetext write input fill inserttext send paste keyboardtype presssequentially sendinput',
  sendLine: 'enter sendcommand typeline',
  submit: 'submittext sendprompt sendmessage respond prompt',
  click: 'tap dblclick doubleclick mouseclick mousedown mouseup rightclick',
  hover: 'mousemove movemouse move',
  drag: 'draganddrop dragto dragdrop',
  scroll: 'wheel mousewheel scrollto scrollintoview',
  waitForText: 'waitforselector waitforelement waitforlocator waitforoutput waitforpattern expectexact wait',
  waitForStable: 'waitfortimeout waitforidle waitforloadstate sleep delay pause waitforquiet waitforsilence',
  waitForChange: 'waitforscreenchange waitforupdate',
  waitForExit: 'waitforclose expecteof waitpid',
  waitUntil: 'waitforfunction waitforcondition',
  expectVisible:
    'expect expecttext asserttext assertvisible tobevisible tohavetext tocontaintext assert assertcontains',
  expectNotVisible: 'expecthidden tobehidden assertnotvisible expectnottext asserthidden',
  expectSnapshot: 'tomatchsnapshot tohavescreenshot matchsnapshot snapshot comparesnapshot',
  find: 'locator getbytext query search findtext findall',
  currentView: 'screen getscreen text gettext textcontent innertext content getcontent view capturepane read display',
  terminalState: 'state getstate title gettitle',
  renderView: 'screenshot takescreenshot getscreenshot render picture capture',
  dumpView: 'dump savesnapshot',
  'recording.start': 'record startrecording tracingstart',
  'recording.stop': 'stoprecording tracingstop',
  viewSubscribe: 'subscribe on',
  viewUnsubscribe: 'unsubscribe off',
};

/** Creates the error for an unknown method, with a suggestion if a similar method exists. */
export function createUnknownMethodError(method: string): RpcError {
  if (method === '$/cancelRequest')
    return new RpcError(
      codes.methodNotFound,
      '`$/cancelRequest` is a notification. Send it without `id`; `params.id` names the request to cancel.',
      { method },
    );
  const nearest = method.length > maxLength ? undefined : findNearestMethod(method);
  const hint = nearest === undefined ? '`rpc.discover` returns all methods.' : `Did you mean \`${nearest}\`?`;
  return new RpcError(codes.methodNotFound, `Unknown method ${quote(method)}. ${hint}`, {
    method: truncate(method),
    ...(nearest === undefined ? {} : { nearest }),
  });
}

// Longer than any method name with a prefix.
const maxLength = 100;

function findNearestMethod(method: string): string | undefined {
  const known = Object.keys(methodFacts);
  const ending = `.${method.toLowerCase()}`;
  const name = keepLetters(method);
  const last = keepLetters(method.slice(method.lastIndexOf('.') + 1));
  return (
    known.find((one) => one.toLowerCase().endsWith(ending)) ??
    known.find((one) => keepLetters(one) === name || keepLetters(one) === last) ??
    findMethod(name) ??
    findMethod(last) ??
    findNearest(method, known)
  );
}

const findMethod = (name: string): string | undefined =>
  Object.entries(otherNames).find(([, names]) => names.split(' ').includes(name))?.[0];

const keepLetters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');
