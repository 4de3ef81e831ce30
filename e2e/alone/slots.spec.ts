import { LoadOverview, slotDefinitions, slots } from '@portal/contract'
import type { PanelDeclaration, SlotName } from '@portal/contract'
import { deployRemote } from '../support/given-remote.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'

const harbor = { name: 'harbor', version: '1.0.0-b2c3d4e5', label: 'Harbor' }

/** What a hand-written panel of each slot does. It gets what the contract says, and nothing else is used. */
const code: Readonly<Record<SlotName, string>> = {
  'record.tab': `function (element, props) {
    element.textContent = 'Plan of ' + props.record.title
    props.onCount(7)
    return { update: function () {}, unmount: function () { element.replaceChildren() } }
  }`,
  'record.head': `function (element, props) {
    element.textContent = 'Berth of ' + props.pid
    return { update: function () {}, unmount: function () { element.replaceChildren() } }
  }`,
  'record.action': `function (element, props) {
    props.shell.toast({ title: 'Pilot called for ' + props.record.title })
    Promise.resolve().then(props.onClose)
    return { update: function () {}, unmount: function () {} }
  }`,
  'record.card': `function (element, props) {
    element.textContent = 'Tide for ' + props.record.title
    return { update: function () {}, unmount: function () { element.replaceChildren() } }
  }`,
  'table.cell': `function (element, first) {
    function draw(props) {
      props.records.forEach(function (record) {
        var cell = props.cells.get(record.pid)
        if (cell) cell.textContent = 'Pilot of ' + record.refNo
      })
    }
    draw(first)
    return { update: draw, unmount: function () {} }
  }`,
  'bulk.action': `function (element, props) {
    props.shell.toast({ title: 'Towed ' + props.count + ' of ' + props.collection })
    Promise.resolve().then(function () { props.onChanged(); props.onClose() })
    return { update: function () {}, unmount: function () {} }
  }`,
  'overview.tile': `function (element) {
    element.textContent = '12 ships'
    return { update: function () {}, unmount: function () { element.replaceChildren() } }
  }`,
  'settings.section': `function (element) {
    element.textContent = 'Lock opens at six'
    return { update: function () {}, unmount: function () { element.replaceChildren() } }
  }`,
  'palette.command': `function (element, props) {
    props.shell.navigate('/harbor')
    Promise.resolve().then(props.onClose)
    return { update: function () {}, unmount: function () {} }
  }`,
}

const labels: Readonly<Record<SlotName, readonly [en: string, es: string]>> = {
  'record.tab': ['Harbor plan', 'Plan del puerto'],
  'record.head': ['Berth', 'Atraque'],
  'record.action': ['Call the pilot', 'Llamar al práctico'],
  'record.card': ['Tide', 'Marea'],
  'table.cell': ['Pilot', 'Práctico'],
  'bulk.action': ['Tow', 'Remolcar'],
  'overview.tile': ['In port', 'En puerto'],
  'settings.section': ['Locks', 'Esclusas'],
  'palette.command': ['Go to the harbor', 'Ir al puerto'],
}

function panelIn(slot: SlotName, more: Partial<PanelDeclaration> = {}) {
  const [label, labelEs] = labels[slot]
  return {
    slot,
    collections: slotDefinitions[slot].hasCollections ? ['tasks', 'ctasks'] : [],
    id: slot,
    label,
    labelEs,
    order: 50,
    expose: `./${slot}`,
    mountInto: code[slot],
    ...more,
  }
}

const panels = [
  ...slots.map((slot) => panelIn(slot)),
  {
    ...panelIn('record.card', { id: 'crane', label: 'Crane', labelEs: 'Grúa', expose: './crane' }),
    mountInto: `function () { throw new Error('the crane fell') }`,
  },
  panelIn('record.card', {
    id: 'never',
    label: 'Never',
    expose: './never',
    when: [{ field: 'title', in: ['No task is called this'] }],
  }),
]

test('a remote of another team fills every slot; one of its parts throws, and everything else goes on', async ({
  page,
  browser,
  baseURL,
}) => {
  await deployRemote(
    { ...harbor, mount: "function (e) { e.textContent = 'The harbor' }", panels },
    baseURL ?? '',
  )
  await signInAs(page, 'superadmin')

  // A column, and an action on the selection.
  await page.goto('/tasks')
  await expectPage(page, 'Tasks')
  const grid = page.getByRole('grid', { name: 'Tasks' })
  await expect(grid.getByRole('columnheader', { name: 'Pilot' })).toBeAttached()
  await expect(grid.getByText(/^Pilot of TK-/).first()).toBeAttached()
  await expect(page.getByRole('button', { name: 'Tow' })).toHaveCount(0)
  await grid.getByRole('row').nth(1).getByRole('checkbox').click()
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Tow' }).click()
  await expect(page.getByText('Towed 1 of tasks')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Selection' })).toHaveCount(0)

  // The drawer: head, action, card, tab, and what failed.
  await grid.getByRole('row').nth(1).getByRole('gridcell').nth(1).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText(/^Berth of /)).toBeVisible()
  await drawer.getByRole('button', { name: 'Call the pilot' }).click()
  await expect(page.getByText(/^Pilot called for /)).toBeVisible()
  const tide = drawer.getByRole('region', { name: 'Tide' })
  await tide.scrollIntoViewIfNeeded()
  await expect(tide).toContainText('Tide for ')
  const crane = drawer.getByRole('region', { name: 'Crane' })
  await crane.scrollIntoViewIfNeeded()
  await expect(crane.getByRole('alert')).toContainText('Crane could not be shown.')
  await expect(drawer.getByRole('region', { name: 'Never' })).toHaveCount(0)
  await drawer.getByRole('tab', { name: 'Harbor plan' }).click()
  await expect(drawer.getByText(/^Plan of /)).toBeVisible()

  // The failure is charged to the remote and its owner.
  await expect
    .poll(async () => {
      const response = await page.request.get('/api/federation/loads')
      const { pageErrors } = LoadOverview.parse(await response.json())
      return pageErrors
        .filter(({ remote }) => remote === 'harbor')
        .map(({ kind, message, owner }) => [kind, message, owner].join(', '))
    })
    .toEqual(['panel, Error: the crane fell, Harbor team'])

  // Overview, Settings and the palette.
  await page.goto('/permits/overview')
  const tile = page.getByRole('listitem').filter({ hasText: 'In port' })
  await expect(tile).toContainText('12 ships')
  await page.goto('/settings')
  const locks = page.getByRole('heading', { name: 'Locks' })
  await locks.scrollIntoViewIfNeeded()
  await expect(page.getByText('Lock opens at six')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to a page, a record or an action' }).fill('go to the har')
  await page.getByRole('option', { name: 'Go to the harbor' }).click()
  await expectPage(page, 'Harbor')
  await expect(page.getByText('The harbor', { exact: true })).toBeVisible()

  // Clients have what their records always had, and nothing of the further slots.
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const clientPage = await other.newPage()
  await signInAs(clientPage, 'client')
  await clientPage.goto('/ctasks')
  await expectPage(clientPage, 'Client Tasks')
  await expect(clientPage.getByRole('grid', { name: 'Client Tasks' })).toBeVisible()
  await expect(clientPage.getByRole('columnheader', { name: 'Pilot' })).toHaveCount(0)
  await other.close()

  const gone = await page.request.post('/api/federation/remotes/harbor/remove', {
    data: { confirm: 'harbor' },
  })
  expect(gone.status()).toBe(204)
})
