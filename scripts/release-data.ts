import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root, runNode } from './run.ts'

/**
 * `node scripts/release-data.ts`, once for each release: packs a small backup made by this version, which
 * every
 * later version must restore and upgrade. Source: docs/decisions/0115-upgrades.md
 */
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
const { code } = await runNode(['server/src/test-support/make-released-data.ts', version], { live: true })
process.exitCode = code
