import type { Locator, Page } from 'playwright/test'
import { makeFile } from '../support/files.ts'
import { openTab, packageOf, take, takeSteps, verifyOnPaper } from '../support/permits.ts'
import { expect, list, signInAs, test } from '../support/portal.ts'
import { make, read, unique } from '../support/records.ts'

/** Opens a record at a tab, whose Spanish name is `label`; returns its drawer. */
async function openInSpanish(page: Page, path: string, title: string, tab: string, label: string) {
  await page.goto(`${path}?tab=${encodeURIComponent(tab).replaceAll('%20', '+')}`)
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await expect(drawer.getByRole('tab', { name: label, exact: true, selected: true })).toBeVisible()
  return drawer
}

const statusIn = (page: Page, path: string, title: string) =>
  openInSpanish(page, path, title, 'Processing status', 'Estado del trámite')

/** The dialog of staff that requests the application form from the client. */
const askForForm = (what: string) => async (dialog: Locator) => {
  await dialog.getByRole('button', { name: 'Add item' }).click()
  await dialog.getByRole('textbox', { name: 'Item', exact: true }).fill(what)
  await dialog.getByRole('combobox', { name: 'Document', exact: true }).click()
  await dialog.page().getByRole('option', { name: 'Application form' }).click()
}

/** Sets the language of the signed-in person; null follows their browser. */
async function setLanguage(page: Page, language: 'es' | null): Promise<void> {
  expect((await page.request.patch('/api/auth/me', { data: { language } })).ok()).toBe(true)
}

// The demo client is shared with other tests, also when this one fails.
test.afterEach(async ({ page }) => {
  await signInAs(page, 'client')
  await setLanguage(page, null)
})

test('a client works a whole request in Spanish while staff work in English', async ({
  page: staff,
  browser,
  baseURL,
}) => {
  test.slow()
  if (baseURL === undefined) throw new Error('No address is configured')
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  const client = await context.newPage()
  await signInAs(client, 'client')
  await setLanguage(client, 'es')
  await signInAs(staff, 'admin')
  const title = unique('Letrero')

  // The client writes the request and sends it.
  await client.goto('/permits/processing')
  await expect(client.getByRole('checkbox', { name: 'Seleccionar fila' }).first()).toBeVisible()
  await client.getByRole('button', { name: 'Nuevo', exact: true }).click()
  const form = client.getByRole('dialog', { name: 'Crear: permiso' })
  await form.getByRole('textbox', { name: 'Título' }).fill(title)
  await form.getByRole('combobox', { name: 'Tipo de permiso' }).selectOption({ label: 'Letrero' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(client).toHaveURL(/\/permits\/processing\/[0-9A-Z]{26}/)
  const permit = /[0-9A-Z]{26}/.exec(client.url())?.[0] ?? ''
  const path = `/permits/processing/${permit}`
  const drawer = await statusIn(client, path, title)
  await take(client, drawer, 'Presentar la solicitud', title)
  await expect(drawer.getByText('Recibido', { exact: true }).first()).toBeVisible()

  // Staff read the same permit in English and request a document.
  const desk = await openTab(staff, path, title, 'Processing status')
  await take(staff, desk, 'Start intake review', title)
  await take(staff, desk, 'Request items from client', title, askForForm('La solicitud firmada'))
  const asked = await statusIn(client, path, title)
  await expect(asked.getByText('Se requiere su acción').first()).toBeVisible()
  await expect(asked.getByText('Usted', { exact: true })).toBeVisible()

  // The client is told in Spanish what is missing, uploads it, and hands the task in.
  const [task] = (await list(client, 'ctasks', { filter: { permit } })).records
  const taskPath = `/ctasks/${String(task?.['pid'])}`
  const toDo = await statusIn(client, taskPath, 'La solicitud firmada')
  await expect(toDo.getByRole('region', { name: 'Aún no disponible' })).toContainText(
    'Antes suba el documento solicitado: Formulario de solicitud.',
  )
  await toDo.getByRole('link', { name: 'Ir a Archivos' }).click()
  await makeFile(client, taskPath.slice(1), `tasks/${String(task?.['pid'])}`, 'Solicitud.txt')
  await expect(toDo.getByText('Solicitud.txt')).toBeVisible()
  const ready = await statusIn(client, taskPath, 'La solicitud firmada')
  await take(client, ready, 'Presentar', 'La solicitud firmada')

  // Staff accept it, submit the package and record the decision and the fee.
  const accepted = await openTab(staff, taskPath, 'La solicitud firmada', 'Processing status')
  await take(staff, accepted, 'Complete', 'La solicitud firmada')
  const pack = await packageOf(staff, permit)
  await verifyOnPaper(staff, pack)
  await takeSteps(staff, `rts/${pack}`, 'READY', 'SUBMITTED')
  await takeSteps(staff, `permits/${permit}`, 'UNDER_REVIEW', 'APPROVED')
  const fee = { kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 12_550, permit }
  const payment = await make(staff, 'payments', fee)
  await takeSteps(staff, `permits/${permit}`, 'PAYMENT_DUE')

  // The client reads what is due. Staff record the payment and the issuance.
  const owed = await openInSpanish(client, path, title, 'Payment data', 'Datos de pago')
  await expect(owed.getByRole('region', { name: 'Cargos' })).toContainText('$125.50')
  await expect(owed.getByRole('region', { name: 'Cargos' })).toContainText('Cargo del permiso')
  await takeSteps(staff, `payments/${payment}`, 'PAID')
  await takeSteps(staff, `permits/${permit}`, 'ISSUED')
  expect(await read(staff, `permits/${permit}`)).toMatchObject({ status: 'ISSUED', balance: 0 })

  const issued = await openInSpanish(client, `/permits/processed/${permit}`, title, 'Pipeline', 'Avance')
  await expect(issued.getByText('Emitido').first()).toBeVisible()
  await expect(staff.locator('html')).toHaveAttribute('lang', 'en')
  await expect(client.locator('html')).toHaveAttribute('lang', 'es')

  // Alerts and messages of the way are in the client's language.
  const told = (await list(client, 'alerts', { filter: { relatedPid: permit } })).records
  expect(told.map(({ title: line }) => String(line)).join('\n')).toMatch(/: emitido/)
  await context.close()
})
