/** What passes between the server and a task that answers in parts: the next part when it is asked for. */
const isAsking = (message: unknown) =>
  typeof message === 'object' && message !== null && 'next' in message && message.next === true

/** Asks a task for its next part. */
export const nextPart = { next: true } as const

/**
 * Called by a task: gives the server one part after the other and makes the next one only when it is asked
 * for, so that neither process holds more than two. Ends when the server has taken the last one.
 */
export async function sendParts(parts: AsyncIterable<unknown>): Promise<void> {
  if (process.send === undefined)
    throw new Error('A task that answers in parts runs in a process of the pool.')
  for await (const part of parts) {
    const asked = new Promise<void>((resolve) => {
      const listen = (message: unknown) => {
        if (!isAsking(message)) return
        process.off('message', listen)
        resolve()
      }
      process.on('message', listen)
    })
    process.send({ part })
    await asked
  }
}
