/**
 * Fingerprint of everything a package's build is made of: its own files, `contract`, `shared-ui`, what is
 * installed and the compiler settings. Takes the package's folder (absolute, or relative to the repository's
 * root) and answers 64 hex digits; the first 8 name the build's version. Tests, test support and markdown do
 * not count. Throws when the folder does not exist.
 */
export function inputHash(packageFolder: string): string

/**
 * What a lockfile has fetched, as text to compare: without the packages of this repository, so that a remote
 * that is added, or one that asks for what is there already, makes no other build stale.
 */
export function installedBy(lockfile: string): string
