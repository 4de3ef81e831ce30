/**
 * Fingerprint of everything a package's build is made of: its own files, `contract`, `shared-ui`, the lockfile and the compiler settings.
 * Takes the package's folder (absolute, or relative to the repository's root) and answers 64 hex digits; the first 8 name the build's version.
 * Tests, test support and markdown do not count. Throws when the folder does not exist.
 */
export function inputHash(packageFolder: string): string
