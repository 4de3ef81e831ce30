// Starts the portal for the journeys on an empty data folder and forwards signals to it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
const main = join(import.meta.dirname, '../../server/src/app/main.ts')
const server = spawn(process.execPath, [main], {
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir },
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
