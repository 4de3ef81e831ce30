import assert from 'node:assert/strict'
import type { Job } from '@portal/contract'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

export interface Upload {
  file: string
  as: Person
  fields?: Record<string, string>
  collection?: string
}

/** Uploads a CSV file for import, as a browser does. */
export function sendImport(portal: TestApp, { file, fields = {}, collection = 'permits', as }: Upload) {
  const mark = 'a-boundary-of-the-test'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${mark}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\ncontent-type: text/csv\r\n\r\n`
  const payload = `${parts.join('')}${head}${file}\r\n--${mark}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${mark}` }
  return portal.send(
    { method: 'POST', url: `/api/import/${collection}`, headers, payload: Buffer.from(payload) },
    as,
  )
}

/** Starts the import of a CSV file and returns the id of its job. */
export async function startImport(portal: TestApp, upload: Upload): Promise<string> {
  const response = await sendImport(portal, upload)
  assert.equal(response.statusCode, 202, response.body)
  return response.json<{ job: { id: string } }>().job.id
}

/** Imports a CSV file and waits for the job to end. */
export async function importFile(portal: TestApp, upload: Upload): Promise<Job> {
  return endOfJob(portal, upload.as, await startImport(portal, upload))
}
