import { uploadTimeoutMs } from '@portal/contract'
import { PutFailure } from './put-bytes.ts'
import type { putBytes } from './put-bytes.ts'
import { retry } from './retry.ts'
import type { RetryPolicy } from './retry.ts'
import { announcedType } from './upload-calls.ts'
import type { createFile } from './upload-calls.ts'
import { advance } from './upload-items.ts'
import type { Item } from './upload-items.ts'

export interface SendCalls {
  createFile: typeof createFile
  putBytes: typeof putBytes
}

/**
 * Creates the file and sends its bytes; answers its pid. Every attempt signs a new address. Signing and
 * sending have retries of their own (specification.md section 7), so an outage during one leaves the retries
 * of the other. `onChange` is called whenever the item changed.
 */
export function sendItem(
  item: Item,
  { createFile, putBytes }: SendCalls,
  policy: RetryPolicy,
  onChange: () => void,
): Promise<string> {
  const { file, key } = item
  const { judge, signal } = policy
  if (file === null) throw new Error(`${item.name} has no bytes`)
  const onProgress = (loaded: number) => {
    advance(item, { kind: 'progressed', loaded })
    item.speed.note(loaded)
    onChange()
  }
  const send = async () => {
    advance(item, { kind: 'attempted' })
    const { pid, signedUrl } = await retry(
      () => createFile(item.target(), file.name, file, { key, signal }),
      policy,
    )
    item.pid = pid
    // Retries of the signing have paused it.
    advance(item, { kind: 'attempted' })
    if (signedUrl === null) return pid
    onProgress(0)
    const timeoutMs = uploadTimeoutMs(file.size)
    await putBytes(signedUrl, file, { mimeType: announcedType(file), timeoutMs, signal, onProgress })
    return pid
  }
  const judgeSending = (error: unknown) => ({
    ...judge(error),
    ...(!(error instanceof PutFailure) && { isTransient: false }),
  })
  return retry(send, { ...policy, judge: judgeSending })
}
