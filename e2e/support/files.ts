import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { FileList, FileMade } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import type { Locator, Page, TestInfo } from 'playwright/test'
import { expect } from './portal.ts'

/** Creates a folder through the API; returns its pid. */
export async function makeFolder(page: Page, root: string, name: string, parentId = root): Promise<string> {
  const response = await page.request.post('/api/aws/createFile', {
    data: { root, parentId, name, size: 0, mimeType: 'folder' },
  })
  return FileMade.parse(await response.json()).file.pid
}

/** Uploads a file through the API, by the three calls of specification.md 7; returns its pid. */
export async function makeFile(
  page: Page,
  root: string,
  parentId: string,
  name: string,
  mimeType = 'text/plain',
  bytes = Buffer.from(name),
): Promise<string> {
  const response = await page.request.post('/api/aws/createFile', {
    data: { root, parentId, name, size: bytes.length, mimeType },
  })
  const { file, signedUrl } = FileMade.parse(await response.json())
  if (signedUrl === undefined) throw new Error(`${name} has no address to go to`)
  expect(
    (await page.request.put(signedUrl, { data: bytes, headers: { 'content-type': mimeType } })).ok(),
  ).toBe(true)
  expect((await page.request.post(`/api/aws/markAsDone?pid=${file.pid}`, { data: {} })).ok()).toBe(true)
  return file.pid
}

/** The content of a folder, as the server lists it. */
export async function filesIn(page: Page, parentId: string): Promise<FileRecord[]> {
  const response = await page.request.get(`/api/aws/listFiles?parentId=${encodeURIComponent(parentId)}`)
  return FileList.parse(await response.json()).records
}

/**
 * Writes files to disk, by path below a folder of this test; a path that ends with a slash is an empty
 * folder. Returns the folder.
 */
export function onDisk(info: TestInfo, files: Readonly<Record<string, string>>): string {
  const top = info.outputPath('disk')
  for (const [way, content] of Object.entries(files)) {
    const path = `${top}/${way}`
    if (way.endsWith('/')) mkdirSync(path, { recursive: true })
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
  }
  return top
}

/** Drops files and folders from disk onto an element as a user does: the browser reads them itself. */
export async function drop(page: Page, onto: Locator, paths: readonly string[]): Promise<void> {
  const box = await onto.boundingBox()
  if (box === null) throw new Error('There is no place to drop onto')
  const devtools = await page.context().newCDPSession(page)
  const at = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    data: { items: [], files: [...paths], dragOperationsMask: 1 },
  }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at })
  await devtools.detach()
}

/** The status panel of contract.md 9. */
export const uploadsOf = (page: Page): Locator => page.getByRole('region', { name: 'Uploads', exact: true })

/** Waits until all uploads are Uploaded and the panel has closed automatically. */
export async function expectUploaded(page: Page): Promise<void> {
  await expect(uploadsOf(page)).toHaveCount(0)
}

/** The row of a file in the open folder. */
export const fileRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Selects an action in a file's menu. */
export async function chooseFor(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
