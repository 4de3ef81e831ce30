/** In place of the shell's own `shared-modules.ts`: the chunk of a remote loads what it needs. */
export const prefetchSharedModules = (): void => undefined
