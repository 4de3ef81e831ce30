import { Readable } from 'node:stream'
import { openStoreIn } from './open-store.ts'

// A server in the middle of an upload: half of the bytes have arrived and the rest never does. The test kills
// it.
const [folder = '', key = ''] = process.argv.slice(2)
const store = await openStoreIn(folder)
const half = async function* () {
  yield Buffer.alloc(500_000, 'x')
  process.stdout.write('half\n')
  await new Promise((resolve) => setTimeout(resolve, 60_000))
}
await store.put(key, Readable.from(half(), { objectMode: false }), { size: 1_000_000 })
