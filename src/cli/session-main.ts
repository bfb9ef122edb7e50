import { runSessionClient } from '../sessions/session-client.js';

void runSessionClient(process.argv.slice(2));
