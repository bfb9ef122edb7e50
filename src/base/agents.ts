/** Programs that find these variables believe that they run inside an agent, and refuse to start or change their behavior. */
export const agentVariables = [
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_SSE_PORT',
  'GEMINI_CLI',
  'CURSOR_AGENT',
] as const;
