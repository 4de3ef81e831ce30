import { formatSize } from './sizes.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [1234, '1.2 kB'],
  [9949, '9.9 kB'],
  [9950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [34_400_000, '34 MB'],
  [5_368_709_120, '5.4 GB'],
  [2_500_000_000_000_000, '2500 TB'],
])('%d bytes are shown as %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words)
})

test.each([
  [1000, '1000 bytes'],
  [1024, '1.0 kB'],
  [5 * 1024 ** 3, '5.0 GB'],
  [100 * 1024 ** 3, '100 GB'],
])('%d bytes beside a limit are shown as %s', (bytes, words) => {
  expect(formatSize(bytes, 1024)).toBe(words)
})
