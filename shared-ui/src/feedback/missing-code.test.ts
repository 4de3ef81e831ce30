import { fetchCode, isChunkLoadError, onMissingCode, reportMissingCode } from './missing-code.ts'

const named = (name: string, message: string) => Object.assign(new Error(message), { name })

const missingCode: readonly (readonly [string, unknown])[] = [
  ['webpack, by name', named('ChunkLoadError', 'anything')],
  [
    'webpack, script',
    new Error('Loading chunk 511 failed.\n(error: https://portal.example/remotes/mail/1.0.0-ab/511.js)'),
  ],
  ['webpack, style', new Error('Loading CSS chunk mail failed.')],
  ['federation, manifest', new Error('Failed to get manifest. #RUNTIME-003')],
  ['federation, entry', new Error('[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008')],
  ['Chrome', new TypeError('Failed to fetch dynamically imported module: https://portal.example/a.js')],
  ['Firefox', new TypeError('error loading dynamically imported module: https://portal.example/a.js')],
  ['Safari', new TypeError('Importing a module script failed.')],
  ['style of a module', new Error('Unable to preload CSS for /assets/a.css')],
]

const otherTrouble: readonly (readonly [string, unknown])[] = [
  ['a fault in the code', new TypeError("Cannot read properties of undefined (reading 'pid')")],
  ['a refused call', named('ApiProblem', 'Sign in to continue')],
  ['no network for a call', new TypeError('Failed to fetch')],
  ['a text', 'Loading chunk 1 failed'],
  ['nothing', undefined],
]

test.each(missingCode)('the error of code that cannot be fetched is recognized: %s', (_, thrown) => {
  expect(isChunkLoadError(thrown)).toBe(true)
})

test.each(otherTrouble)('another error is not mistaken for missing code: %s', (_, thrown) => {
  expect(isChunkLoadError(thrown)).toBe(false)
})

const gone = () => named('ChunkLoadError', 'Loading chunk 1 failed')

test('code that fails to load is requested once more; a second failure reaches the caller', async () => {
  const load = jest.fn<Promise<string>, []>().mockRejectedValueOnce(gone()).mockResolvedValueOnce('loaded')
  await expect(fetchCode(load)).resolves.toBe('loaded')

  const never = jest.fn<Promise<string>, []>().mockImplementation(() => Promise.reject(gone()))
  await expect(fetchCode(never)).rejects.toThrow('Loading chunk')
  expect(never).toHaveBeenCalledTimes(2)
})

test('an error inside the code is not retried', async () => {
  const broken = jest
    .fn<Promise<string>, []>()
    .mockImplementation(() => Promise.reject(new TypeError('no such method')))
  await expect(fetchCode(broken)).rejects.toThrow('no such method')
  expect(broken).toHaveBeenCalledTimes(1)
})

test('the handler of the page is told about missing code only', () => {
  const heard: unknown[] = []
  expect(reportMissingCode(gone())).toBe(false)
  const stop = onMissingCode((error) => heard.push(error) > 0)
  expect(reportMissingCode(gone())).toBe(true)
  expect(reportMissingCode(new TypeError('no such method'))).toBe(false)
  stop()
  expect(reportMissingCode(gone())).toBe(false)
  expect(heard).toHaveLength(1)
})
