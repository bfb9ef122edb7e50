import { runCommand } from './run-command.js';
import { runProcess } from './run-process.js';

void runProcess(runCommand);
