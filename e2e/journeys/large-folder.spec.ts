import { fileRow, makeFile, makeFolder } from '../support/files.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'
import { unique } from '../support/records.ts'

const isProof = process.env['PROVE'] === '1'
const folderCount = isProof ? 10_000 : 400
/** Parallel calls while the folder is filled. */
const atOnce = 8

test(`a folder of ${folderCount} entries loads, renders the visible rows, and works by keyboard (look.md 10)`, async ({
  page,
}) => {
  test.setTimeout(isProof ? 900_000 : 120_000)
  await signInAs(page, 'admin')
  const folder = await makeFolder(page, 'team', unique('Large'))
  let made = 0
  const make = async () => {
    while (made < folderCount) {
      made += 1
      await makeFolder(page, 'team', `Folder ${made}`, folder)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, make))
  await makeFile(page, 'team', folder, 'last of all.txt')
  await page.goto(`/folders/team?folder=${folder}`)
  await expectPage(page, 'Team folder')
  await expect(page.getByText(`${folderCount.toLocaleString('en')} folders, 1 file`)).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(folderCount + 2))
  expect(await page.getByRole('row').count()).toBeLessThan(120)

  await page.getByRole('link', { name: 'Folder 1', exact: true }).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('link', { name: 'last of all.txt' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'last of all.txt' })).toBeInViewport()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('link', { name: `Folder ${folderCount}`, exact: true })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('link', { name: 'Folder 1', exact: true })).toBeFocused()

  // Far down the list, changes by others above it move no visible row.
  await page.keyboard.press('End')
  const before = await fileRow(page, `Folder ${folderCount}`).boundingBox()
  await makeFile(page, 'team', folder, 'a new one.txt')
  await expect(page.getByText(`${folderCount.toLocaleString('en')} folders, 2 files`)).toBeVisible()
  expect((await fileRow(page, `Folder ${folderCount}`).boundingBox())?.y).toBe(before?.y)
  await page.getByRole('button', { name: 'Folder tree' }).click()
  await expect(
    page.getByRole('treeitem', { name: `${(folderCount - 200).toLocaleString('en')} more folders` }),
  ).toBeVisible()
})
