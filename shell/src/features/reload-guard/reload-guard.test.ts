import { fetchCode } from './guard-page.ts'
import { mayReload, reloadKey, reloadWindowMs } from './reload-once.ts'

const at = 1_800_000_000_000
const gone = () => Object.assign(new Error('Loading chunk 1 failed'), { name: 'ChunkLoadError' })

beforeEach(() => sessionStorage.clear())

test('a path is reloaded once in ten seconds, another path on its own account', () => {
  expect(mayReload('/tasks', at, sessionStorage)).toBe(true)
  expect(mayReload('/tasks', at + reloadWindowMs - 1, sessionStorage)).toBe(false)
  expect(mayReload('/payments', at + 5000, sessionStorage)).toBe(true)
  expect(mayReload('/tasks', at + reloadWindowMs, sessionStorage)).toBe(true)
})

test('the guard touches its own storage key only, and survives nonsense under it', () => {
  sessionStorage.setItem('somebody-elses', 'untouched')
  sessionStorage.setItem(reloadKey, '{"broken')
  expect(mayReload('/tasks', at, sessionStorage)).toBe(true)
  expect(sessionStorage.getItem('somebody-elses')).toBe('untouched')
  expect(Object.keys(sessionStorage).sort()).toEqual([reloadKey, 'somebody-elses'].sort())
})

test('code that is missing once is asked for again in place; missing twice, the caller learns it', async () => {
  const load = jest.fn<Promise<string>, []>().mockRejectedValueOnce(gone()).mockResolvedValueOnce('loaded')
  await expect(fetchCode(load)).resolves.toBe('loaded')

  const never = jest.fn<Promise<string>, []>().mockImplementation(() => Promise.reject(gone()))
  await expect(fetchCode(never)).rejects.toThrow('Loading chunk')
  expect(never).toHaveBeenCalledTimes(2)
})

test('a fault in the code is not tried again', async () => {
  const broken = jest.fn<Promise<string>, []>().mockImplementation(() => Promise.reject(new TypeError('no such method')))
  await expect(fetchCode(broken)).rejects.toThrow('no such method')
  expect(broken).toHaveBeenCalledTimes(1)
})
