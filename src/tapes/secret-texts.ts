// Texts that a person types where nothing shows them: passwords. They reach no file.
import type { RecordedStep } from './record-tape.js';

/** Whether the kernel shows what is typed, or only the program can. */
export type EchoState = 'shown' | 'hidden' | 'unknown';

interface Typing {
  /** The index of the first step that types it. */
  readonly from: number;
  to: number;
  value: string;
  readonly echo: EchoState;
  lastAt: number;
  /** What the program has written since. */
  output: string;
}

const maxOutput = 65_536;
// Before Enter, a program that echoes has had this time to do so.
const echoMs = 300;
const escapeSequence =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|[\x00-\x1f\x7f]/g;
const masks = /[*•●\s]/gu;

/** Finds the secrets among what is typed, and takes them out of the steps. */
export class SecretTexts {
  /** By the name of the variable that the tape types. */
  readonly values = new Map<string, string>();
  #typing: Typing | undefined;
  /** A line that was submitted so fast that its echo could not be seen. */
  #submitted: Typing | undefined;

  /** Whether it is known how the current text is echoed. */
  get isChecked(): boolean {
    return this.#typing !== undefined;
  }

  /** A text begins with the step of this index. */
  begin(from: number, echo: EchoState): void {
    this.#typing = { from, to: from, value: '', echo, lastAt: performance.now(), output: '' };
  }

  add(text: string): void {
    if (this.#typing === undefined) return;
    this.#typing.value += text;
    this.#typing.lastAt = performance.now();
  }

  /** Backspace removes the last character, or all of them. */
  erase(isAll = false): void {
    if (this.#typing !== undefined) this.#typing.value = isAll ? '' : [...this.#typing.value].slice(0, -1).join('');
  }

  /** The program has written something. */
  noteOutput(bytes: Uint8Array): void {
    const typing = this.#typing ?? this.#submitted;
    if (typing !== undefined && typing.output.length < maxOutput) typing.output += Buffer.from(bytes).toString();
  }

  /** The text has ended without Enter: it was no line. A line that the kernel hides is a secret nevertheless. */
  leave(steps: RecordedStep[]): void {
    const typing = this.#typing;
    this.#typing = undefined;
    if (typing?.echo === 'hidden') this.#replace(typing, steps, steps.length);
  }

  /** Enter submits the text, which the steps so far have typed. */
  submit(steps: RecordedStep[]): void {
    this.settle(steps);
    const typing = this.#typing;
    this.#typing = undefined;
    if (typing === undefined) return;
    typing.to = steps.length;
    if (typing.echo === 'hidden') this.#replace(typing, steps, typing.to);
    if (typing.echo !== 'unknown' || drawnBy(typing) !== '' || [...typing.value].length < 4) return;
    const isCertain = typing.output.match(/[*•●]/u) !== null || performance.now() - typing.lastAt > echoMs;
    if (isCertain) this.#replace(typing, steps, typing.to);
    else this.#submitted = typing;
  }

  /** Decides about a line that was submitted before its echo could be seen. To be called before the next input is recorded. */
  settle(steps: RecordedStep[]): void {
    const typing = this.#submitted;
    this.#submitted = undefined;
    if (typing !== undefined && !withoutSequences(typing.output).includes(typing.value))
      this.#replace(typing, steps, typing.to);
  }

  /** Whether a text contains a secret. */
  isIn(text: string): boolean {
    const open = [this.#typing, this.#submitted].flatMap((typing) => (typing?.echo === 'hidden' ? [typing.value] : []));
    return [...this.values.values(), ...open].some((value) => value !== '' && text.includes(value));
  }

  #replace({ from, value }: Typing, steps: RecordedStep[], to: number): void {
    if (value === '') return;
    const known = [...this.values].find(([, other]) => other === value)?.[0];
    const name = known ?? `SECRET_${this.values.size + 1}`;
    this.values.set(name, value);
    steps.splice(from, to - from, { kind: 'input', action: { do: 'type-env', name } });
  }
}

const withoutSequences = (output: string): string => output.replaceAll(escapeSequence, '');
const drawnBy = ({ output }: Typing): string => withoutSequences(output).replaceAll(masks, '');
