import type { RawBuffers } from './buffers.js';

/** The parameters of a control sequence as the parser holds them; valid only while it is handled. */
export interface RawParams {
  readonly params: Int32Array;
  readonly length: number;
}

/** What the public API of @xterm/headless does not tell. */
export interface Core {
  registerCsiHandler(id: { readonly final: string }, handler: (params: RawParams) => boolean): unknown;
  readonly buffers: RawBuffers;
  readonly _inputHandler: {
    /** State 0 is the ground. */
    readonly _parser: { readonly currentState: number };
    readonly _utf8Decoder: { readonly interim: Uint8Array };
  };
  readonly coreService: {
    readonly isCursorHidden: boolean;
    readonly decPrivateModes: { readonly synchronizedOutput: boolean };
  };
}

/** The inner part of a terminal of @xterm/headless. */
export const coreOf = (terminal: object): Core => (terminal as { readonly _core: Core })._core;
