export type HostileKind =
  'mail' | 'workbook' | 'csv' | 'html' | 'filter' | 'archive' | 'pdf' | 'image' | 'header'

export interface TargetCall {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** A running portal as an attacker can reach it. Every function returns the highest status of its calls. */
export interface Target {
  /** One call of a signed-in administrator. */
  call(call: TargetCall): Promise<number>
  /** A call of /api/crud. */
  crud(body: string): Promise<number>
  /** Imports a table and waits for the job to end. */
  importTable(bytes: Uint8Array, mapping?: string): Promise<number>
  /** Delivers a mail from outside and opens it; 250 if it was accepted. */
  deliver(raw: Buffer): Promise<number>
  /** Saves a draft with this body and opens it. */
  draft(html: string): Promise<number>
  /** Uploads a file and reads it. */
  storeFile(name: string, mimeType: string, bytes: Uint8Array): Promise<number>
  /** Uploads a build archive. */
  deploy(archive: Uint8Array): Promise<number>
}

export interface HostileInput {
  kind: HostileKind
  name: string
  send(target: Target): Promise<number>
}
