import { deskOf } from '../support/people.ts'
import { expect, expectPage, list, test } from '../support/portal.ts'
import { make, unique } from '../support/records.ts'
import { task } from '../support/walk.ts'

// Requests a record of another organization on purpose.
test.use({ expectedConsole: /status of 404/ })

task('client', 30, 'Try an address that is not mine', 'client', async ({ page, browser, start }) => {
  const desk = await deskOf(browser, 'admin')
  const own = Reflect.get(Object((await list(page, 'permits', { pageSize: 1 })).records[0]?.['org']), 'pid')
  const [other] = (await list(desk, 'orgs', { pageSize: 1, filter: { status: 'ACTIVE', pid: { ne: own } } }))
    .records
  const title = unique('Of others')
  const permit = await make(desk, 'permits', { title, org: other?.['pid'], permitType: 'SIGN' })
  await desk.context().close()
  await start('/permits/processing')
  await page.goto(`/permits/processing/${permit}`)
  await expect(page.getByRole('heading', { name: 'Record not found' })).toBeVisible()
  await expect(page.getByText(title)).toHaveCount(0)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(/\/permits\/processing\?/)
  await page.goto('/users')
  await expect(page.getByText('You don’t have access to this page')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expectPage(page, 'Processing permits')
})
