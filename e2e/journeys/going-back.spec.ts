import { expect, test } from '../support/portal.ts'
import { columnTexts, expectCount, importCsv, openRecords, unique, addressOf } from '../support/records.ts'

test.describe('without the network', () => {
  test.use({ expectedConsole: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED|Polling error/ })

  test('visited pages and the next one show immediately without new requests (specification.md 7)', async ({
    page,
    context,
  }) => {
    const tag = unique('Paged')
    const grid = await openRecords(page, 'admin', 'Tasks', '/tasks')
    const lines = Array.from({ length: 160 }, (_, place) => `${tag} ${String(place + 1).padStart(3, '0')}`)
    await importCsv(page, 'tasks', ['Title', ...lines].join('\n'))
    const first = async () => (await columnTexts(grid, 'title'))[0]
    const ahead = page.waitForResponse(
      (response) => response.request().postData()?.includes('"page":3') === true,
    )
    await page.goto(addressOf('/tasks', { filter: { title: { startsWith: tag } }, sort: 'title' }))
    await expectCount(page, 160)
    await expect.poll(first).toBe(lines[0])
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect.poll(first).toBe(lines[50])
    await ahead

    await context.setOffline(true)
    await page.goBack()
    await expect.poll(first).toBe(lines[0])
    await page.goForward()
    await expect.poll(first).toBe(lines[50])
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(first).toBe(lines[100])
    await expect(page.getByRole('alert')).toHaveCount(0)
    await context.setOffline(false)
  })
})
