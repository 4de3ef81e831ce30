import { expect, expectPage, pageOfRemote, signInAs, test } from '../support/portal.ts'

test.use({ expectedConsole: /\/remotes\/|RUNTIME-00\d|Failed to load resource|ChunkLoadError|Federation Runtime|The part ".*" failed/ })

for (const [down, [label, path]] of Object.entries(pageOfRemote)) {
  test(`with the ${down} remote gone the rest works, and it heals without a reload (design.md 4)`, async ({ page }) => {
    await signInAs(page, 'superadmin')
    await page.route(`**/remotes/${down}/**`, (route) => route.fulfill({ status: 404, body: 'gone' }))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: label, exact: true })).toBeVisible()
    const panel = page.getByRole('alert').filter({ hasText: down })
    await expect(panel.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))

    for (const [other, [otherLabel]] of Object.entries(pageOfRemote)) {
      if (other === down) continue
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: otherLabel, exact: true }).click()
      await expectPage(page, otherLabel)
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    }

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true }).click()
    await page.unroute(`**/remotes/${down}/**`)
    const again = page.getByRole('button', { name: 'Try again' })
    if (await again.isVisible()) await again.click()
    await expect(again).toHaveCount(0)
    await expectPage(page, label)
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  })
}

test('a remote that answers with a page instead of code is refused in place', async ({ page }) => {
  await signInAs(page, 'team')
  await page.route('**/remotes/records/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>no</title>' }),
  )
  await page.goto('/tasks')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Processing permits' }).click()
  await expectPage(page, 'Processing permits')
})

test('a remote that hangs is told after ten seconds (design.md 4)', async ({ page }) => {
  await signInAs(page, 'team')
  const held: (() => void)[] = []
  await page.route('**/remotes/records/**', (route) => new Promise<void>((resolve) => held.push(() => resolve(route.abort()))))
  await page.goto('/tasks')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  for (const release of held) release()
  await page.unroute('**/remotes/records/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('grid', { name: 'Tasks' })).toBeVisible()
})
