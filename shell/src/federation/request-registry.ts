import { anything, api } from '@portal/shared-ui'

/** Asks the server which remotes are deployed for this viewer. The answer is not parsed. */
export const requestRegistry = (): Promise<unknown> => api.get('/federation/registry.json', anything)
