import type { Route } from 'playwright/test'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'

// Restores the demo accounts.
test.afterEach(async ({ page }) => {
  await page.request.patch('/api/auth/me', { data: { language: null } })
})

test('a client switches to Spanish in the account menu without a reload, while others read English', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'client')
  await page.goto('/permits/processing')
  await expectPage(page, 'Processing permits')
  await page.evaluate(() => sessionStorage.setItem('loads', String(performance.timeOrigin)))
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitemradio', { name: 'Español' }).click()

  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Permisos en proceso')
  await expect(page.getByRole('link', { name: /^Permisos procesados/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Estado', exact: true })).toBeVisible()
  await expect(page.getByText('Se requiere su acción').first()).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('loads') === String(performance.timeOrigin))).toBe(
    true,
  )

  // A record, its tabs and dates, and a page of another remote.
  await page.getByRole('row').nth(1).getByRole('gridcell').nth(2).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('tab', { name: 'Detalles' })).toBeVisible()
  await drawer.getByRole('tab', { name: 'Documentos' }).click()
  await drawer.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('link', { name: /^Tareas del cliente/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tareas del cliente')

  // The language is stored with the user: a reload keeps it, and other users read English.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tareas del cliente')
  const desk = await (await browser.newContext()).newPage()
  await signInAs(desk, 'team')
  await desk.goto('/permits/processing')
  await expectPage(desk, 'Processing permits')
  await expect(desk.locator('html')).toHaveAttribute('lang', 'en')
  await desk.context().close()

  await page.getByRole('button', { name: 'Cuenta' }).click()
  await page.getByRole('menuitemradio', { name: 'Idioma del navegador' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client Tasks')
})

/**
 * Fails the files with Spanish texts alone. Were other code missing too, such as a part of the page that is
 * still on its way, the page would reload to get it.
 */
async function withoutSpanishTexts(route: Route): Promise<void> {
  const result = await route.fetch()
  if ((await result.text()).includes('Permisos')) await route.abort()
  else await route.fulfill({ response: result })
}

test.describe('without its Spanish texts', () => {
  test.use({ expectedConsole: /ERR_FAILED|Loading chunk|A page failed to draw/ })

  test('a page whose Spanish texts fail to load says so and stays unchanged', async ({ page }) => {
    await signInAs(page, 'admin')
    await page.goto('/permits/processing')
    await expectPage(page, 'Processing permits')
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('menuitemradio', { name: 'Español' })).toBeVisible()
    await page.route(/\/assets\/.*\.js/, withoutSpanishTexts)
    await page.getByRole('menuitemradio', { name: 'Español' }).click()
    await expect(page.getByRole('log').getByText('The language could not be changed')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.unrouteAll({ behavior: 'wait' })
  })
})
