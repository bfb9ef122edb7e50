import { defineMethod } from './context.js';

export const health = defineMethod('health', {
  run: async ({ program }, { expectCommand }) => {
    const { pid, exit } = program;
    const reported = exit === undefined ? await program.readHealth() : undefined;
    const isAlive = exit === undefined && (reported?.isRunning ?? !program.isEnding);
    const command = reported?.command ?? (isAlive ? program.foreground.command : undefined) ?? null;
    const isExpected = expectCommand === undefined || (command !== null && expectCommand.includes(command));
    return {
      available: isAlive && reported?.paneMode === undefined,
      running: isAlive && isExpected,
      command,
      pid,
      ...(reported?.paneMode === undefined ? {} : { paneMode: reported.paneMode }),
      ...(reported === undefined ? {} : { attachedClients: reported.attachedClients }),
    };
  },
});
