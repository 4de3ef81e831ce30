import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { root, runNode } from './run.ts'

/**
 * `npm run bench [-- name]`: runs the benchmarks `bench/<name>/main.ts` one after the other. They print their
 * results.
 */
const benches = globSync('bench/*/main.ts', { cwd: root }).toSorted()
const wanted = process.argv.slice(2)
const chosen =
  wanted.length === 0 ? benches : benches.filter((file) => wanted.includes(basename(dirname(file))))
if (chosen.length === 0) {
  console.error(
    `There is no such bench: choose from ${benches.map((file) => basename(dirname(file))).join(', ')}.`,
  )
  process.exit(1)
}
for (const file of chosen) {
  const { code } = await runNode([file], { live: true })
  if (code !== 0) process.exitCode = 1
}
// The benchmarks write their tables into this page. It is formatted so that it passes the next check.
await runNode(['node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', 'bench/README.md'])
