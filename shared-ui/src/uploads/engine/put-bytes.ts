/** Why bytes did not arrive. `answer` is what the store said, at most its beginning. */
export class PutFailure extends Error {
  readonly kind: 'network' | 'timeout' | 'refused'
  readonly status: number
  readonly answer: string
  constructor(kind: PutFailure['kind'], status = 0, result = '') {
    super(`The bytes were not taken (${kind} ${status})`)
    this.name = 'PutFailure'
    this.kind = kind
    this.status = status
    this.answer = result
  }
}

export interface PutOptions {
  mimeType: string
  timeoutMs: number
  signal: AbortSignal
  onProgress: (loaded: number) => void
}

/**
 * Sends bytes to a signed address. XMLHttpRequest, since fetch cannot tell how far a body has gone. Throws
 * PutFailure, and the signal's reason when it was cancelled.
 */
export function putBytes(
  url: string,
  body: Blob,
  { mimeType, timeoutMs, signal, onProgress }: PutOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new DOMException('Cancelled', 'AbortError'))
      return
    }
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    request.open('PUT', url)
    request.setRequestHeader('Content-Type', mimeType)
    request.timeout = timeoutMs
    request.upload.addEventListener('progress', (event) => onProgress(Math.min(event.loaded, body.size)))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new PutFailure('refused', request.status, request.responseText.slice(0, 2000)))
    })
    request.addEventListener('error', () => reject(new PutFailure('network')))
    request.addEventListener('timeout', () => reject(new PutFailure('timeout')))
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', cancel))
    signal.addEventListener('abort', cancel)
    request.send(body)
  })
}
