/** Every command of the repository, and the file that Node runs for it. */
export const commands = {
  start: 'scripts/start.ts',
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  prove: 'scripts/prove.ts',
  build: 'scripts/build.ts',
  package: 'scripts/package.ts',
  pack: 'scripts/pack.ts',
  'keep-release': 'scripts/keep-release.ts',
  dev: 'scripts/dev.ts',
  bench: 'scripts/bench.ts',
  deploy: 'scripts/deploy.ts',
  'new-remote': 'scripts/new-remote.ts',
  packages: 'scripts/packages.ts',
  sbom: 'scripts/sbom.ts',
  seed: 'server/src/app/seed/main.ts',
  migrate: 'server/src/app/migrate.ts',
  backup: 'server/src/app/backup.ts',
  restore: 'server/src/app/restore.ts',
  doctor: 'server/src/app/doctor.ts',
  'recover-superadmin': 'server/src/app/recover-superadmin.ts',
  'audit:verify': 'server/src/app/verify-audit.ts',
}

/**
 * Options of Node for a server (decision 0146): young objects get 8 MB instead of up to 64 MB twice; no
 * object is put among the old ones when it is made, as V8 did with the text of each answer; and old objects
 * are collected when they have grown by 30 % instead of up to 300 %.
 */
export const serverOptions = [
  '--max-semi-space-size=8',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=30',
]

/**
 * Environment of a server, unless it is set already: one heap of glibc for all threads, which takes 15 to 30
 * MB less than one for each (decision 0146).
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '1' }

/**
 * The commands of a packaged portal: those the server itself runs. It has no build to check before a start.
 */
export const packagedCommands = {
  start: 'server/src/app/main.ts',
  ...Object.fromEntries(Object.entries(commands).filter(([, file]) => file.startsWith('server/'))),
}
