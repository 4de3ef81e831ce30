export type HostileKind =
  'mail' | 'workbook' | 'csv' | 'html' | 'filter' | 'archive' | 'pdf' | 'image' | 'header'

export interface TargetCall {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/**
 * A running portal, as somebody reaches it who means it harm. Every function answers the highest status of
 * its calls.
 */
export interface Target {
  /** One call of a signed-in administrator. */
  call(call: TargetCall): Promise<number>
  /** A call of /api/crud. */
  crud(body: string): Promise<number>
  /** A table to import, until its job has ended. */
  importTable(bytes: Uint8Array, mapping?: string): Promise<number>
  /** A mail from outside, which is then opened; 250 where it was taken. */
  bring(raw: Buffer): Promise<number>
  /** A draft with this body, which is then opened. */
  draft(html: string): Promise<number>
  /** A file that is uploaded, then read. */
  storeFile(name: string, mimeType: string, bytes: Uint8Array): Promise<number>
  /** The archive of a build. */
  deploy(archive: Uint8Array): Promise<number>
}

export interface HostileInput {
  kind: HostileKind
  name: string
  send(target: Target): Promise<number>
}
