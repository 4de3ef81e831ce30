import { anything, api } from '../api/api.ts'

export const userUrl = '/api/auth/me'

/** Asks who is signed in. The answer is not parsed: a page asks before the code with the schema is loaded. */
export const requestUser = (): Promise<unknown> => api.get(userUrl, anything)
