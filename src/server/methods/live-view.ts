import { defineMethod } from './context.js';

export const startView = defineMethod('view.start', {
  run: async ({ server }, { host, port, interactive, allowHosts = [] }) => {
    const view = await server.view.start({ host, port, isInteractive: interactive, allowedHosts: allowHosts });
    return { url: view.url, port: view.port };
  },
});

export const stopView = defineMethod('view.stop', {
  run: async ({ server }) => {
    await server.view.stop();
    return { ok: true };
  },
});

export const statusView = defineMethod('view.status', { run: ({ server }) => server.view.status });
