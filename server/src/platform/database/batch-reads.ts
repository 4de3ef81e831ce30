interface Waiting<Key, Value> {
  key: Key
  resolve(value: Value | undefined): void
  reject(error: unknown): void
}

/**
 * Combines many reads into one. The first read starts immediately. Keys requested while it runs are read
 * together afterwards, so a result is never older than its request.
 */
export function batchReads<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: Waiting<Key, Value>[] = []
  let isReading = false

  async function readWaiting(): Promise<void> {
    isReading = true
    while (waiting.length > 0) {
      const together = waiting
      waiting = []
      try {
        const found = await readAll(together.map(({ key }) => key))
        for (const { key, resolve } of together) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    isReading = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isReading) void readWaiting()
    })
}
