import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { FileEvent } from '@portal/contract'
import { filesKey } from '../uploads/folder-news.ts'
import { LiveFiles } from './live-files.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const event = (more: Partial<FileEvent>): FileEvent => ({
  collection: 'files',
  pid: 'PLAN',
  action: 'update',
  version: 2,
  folders: [],
  ...more,
})
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

/** A page on which folders are open, each with the way to it; answers how often each was read since. */
async function openFolders(ways: Readonly<Record<string, string[]>>, readingMs = 0) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const read: string[] = []
  for (const [folder, way] of Object.entries(ways)) {
    const queryFn = async () => {
      read.push(folder)
      await new Promise((resolve) => setTimeout(resolve, readingMs))
      return { path: way.map((pid) => ({ pid, name: pid })) }
    }
    new QueryObserver(queryClient, { queryKey: [filesKey, folder], queryFn }).subscribe(() => undefined)
  }
  await pass(readingMs + 1)
  read.length = 0
  return { live: new LiveFiles(queryClient), read }
}

test('of the open folders those are read again in which something changed, within a second and once for all of it (contract.md 7)', async () => {
  const { live, read } = await openFolders({ team: [], ZONING: ['ZONING'] })
  for (const pid of ['A', 'B', 'C']) live.note(event({ pid, action: 'create', folders: ['team'] }))
  await pass(200)
  expect(read).toEqual(['team'])
  live.note(event({ folders: ['team'] }))
  await pass(900)
  expect(read).toEqual(['team', 'team'])
})

test('a folder that is renamed or deleted is read again by whoever is in it or below it', async () => {
  const { live, read } = await openFolders({ team: [], INNER: ['ZONING', 'INNER'], OTHER: ['OTHER'] })
  live.note(event({ pid: 'ZONING', folders: ['team'] }))
  await pass(200)
  expect(read).toEqual(['team', 'INNER'])
})

test('what changes while a large folder is being read leads to one more reading, after a pause of four times as long', async () => {
  const { live, read } = await openFolders({ team: [] }, 500)
  live.note(event({ folders: ['team'] }))
  await pass(300)
  live.note(event({ folders: ['team'] }))
  live.note(event({ folders: ['team'] }))
  await pass(2_000)
  expect(read).toHaveLength(1)
  await pass(1_000)
  expect(read).toHaveLength(2)
})
