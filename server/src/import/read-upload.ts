import { createReadStream } from 'node:fs'
import { Refusal, invalid, phrase } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { requireClean } from '#domain/scanning/scan-bytes.ts'
import { requireSpace } from '#platform/storage/disk-space.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { partsOf } from '#platform/http/multipart.ts'
import { parseImportForm } from './import-form.ts'
import type { ImportForm } from './import-form.ts'
import { drain, maxFileBytes, withUpload } from './read-table.ts'

/**
 * Reads the form of an import, stores its file while `read` runs and returns the result of `read`. Throws 400
 * for a form without exactly one file, 413 for a file that is too large, and the refusal of the scanner.
 */
export async function readUpload<Result>(
  deps: DomainDeps,
  request: FastifyRequest,
  id: string,
  read: (form: ImportForm, path: string) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart())
    throw new Refusal('unsupported-media-type', 'Send the file as multipart/form-data.')
  await requireSpace(deps, Number(request.headers['content-length'] ?? 0))
  const fields = new Map<string, string>()
  const results: Result[] = []
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      if (results.length > 0) throw invalid(part.fieldname, 'malformed', 'fields come before the file')
      const { fieldname: name } = part
      if (fields.has(name))
        throw invalid(
          name,
          'malformed',
          phrase('{{name}} is sent more than once', { name: name.slice(0, 100) }),
        )
      fields.set(name, String(part.value))
      continue
    }
    try {
      if (results.length > 0 || part.fieldname !== 'file')
        throw invalid('file', 'malformed', 'send one file, named file')
      const form = parseImportForm(fields)
      const { file } = part
      results.push(
        await withUpload(deps.environment.dataDir, id, file, async (path) => {
          if (file.truncated)
            throw new Refusal(
              'too-large',
              phrase('The file is larger than {{largestFileBytes}} MB.', {
                largestFileBytes: maxFileBytes / 1_048_576,
              }),
            )
          await requireClean(deps, async () => createReadStream(path), 'a table that was to be imported')
          return read(form, path)
        }),
      )
    } catch (error) {
      await drain(part.file)
      throw error
    }
  }
  const [result] = results
  if (result === undefined) throw invalid('file', 'required', 'file is missing')
  return result
}
