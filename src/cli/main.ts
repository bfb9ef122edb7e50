import { runCommand } from './run-command.js';
import { runProcess } from './run-process.js';

void runProcess(runCommand);

export { onStarted } from '../server/v8-flags.js';
