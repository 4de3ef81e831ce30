// Replaces the federation runtime in the monolith, which has no remotes to resolve and no entries to load.
export const satisfy = (): boolean => true
export const registerPlugins = (): void => undefined
export const registerRemotes = (): void => undefined
export const loadRemote = (id: string): Promise<never> =>
  Promise.reject(new Error(`The monolith loads nothing at run time: ${id}`))
