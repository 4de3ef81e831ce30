import { act, screen, waitFor } from '@testing-library/react'
import { QueryClient } from '@portal/shared-ui/query'
import { createPanel, createPortalStore, useShell } from '@portal/shared-ui'
import type { PanelDeclaration } from '@portal/contract'
import type { PanelOffer, PanelProps } from '@portal/shared-ui'
import { expectConsole, personAs } from '@portal/shared-ui/test-support'
import { createEntryShell } from '../entry/entry-shell.ts'
import { remoteEntry } from '../test-support/remotes.ts'
import { loadPanel, panelOffers } from './panels.ts'
import type { FederationRuntime } from './load.ts'

const version = '1.0.0-0a1b2c3d'
const offer: PanelOffer = {
  remote: 'files',
  panel: {
    slot: 'record.tab',
    collections: ['permits'],
    id: 'Files',
    label: 'Files',
    order: 1,
    expose: './files',
  },
}
const runtimeWith = (load: FederationRuntime['load']): FederationRuntime => ({
  register: () => undefined,
  load,
})

function propsOf(record: PanelProps['record']): PanelProps {
  const store = createPortalStore()
  return {
    collection: 'permits',
    pid: '01RECORD000000000000000001',
    record,
    readOnly: false,
    store,
    queryClient: new QueryClient(),
    shell: createEntryShell(store),
    onDirty: () => undefined,
    onCount: () => undefined,
  }
}

type Failure = [remote: string, version: string | null, message: string]
const noteIn = (failures: Failure[]) => (remote: string, of: string | null, error: unknown) =>
  void failures.push([remote, of, error instanceof Error ? error.message : String(error)])

test('a panel that fails to draw, at first or later, is charged to its remote and stays inside (teams.md M8)', async () => {
  expectConsole(/The above error|no title/)
  const failures: Failure[] = []
  const Panel = ({ record }: PanelProps) => {
    const { title } = record
    if (typeof title !== 'string') throw new Error('no title')
    return (
      <p>
        Files of {title}
        {useShell().flags['undo'] && ' with undo'}
      </p>
    )
  }
  const panel = await loadPanel(
    offer,
    [remoteEntry('files', [], version)],
    runtimeWith(() => Promise.resolve(createPanel(Panel))),
    { undo: true },
    noteIn(failures),
  )
  const element = document.body.appendChild(document.createElement('div'))
  const props = propsOf({ pid: '01RECORD000000000000000001', version: 1, title: 'Warehouse' })
  const mounted = await act(async () => panel.mountInto(element, props))
  expect(await screen.findByText('Files of Warehouse with undo')).toBeVisible()
  expect(failures).toEqual([])
  await act(async () => mounted.update({ ...props, record: { pid: props.pid, version: 2 } }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(failures).toEqual([['files', version, 'no title']])
  await act(async () => mounted.unmount())
})

test('a panel that cannot be loaded or mounted is charged to its remote', async () => {
  const failures: Failure[] = []
  const remotes = [remoteEntry('files', [], version)]
  const load = (runtime: FederationRuntime) => loadPanel(offer, remotes, runtime, {}, noteIn(failures))
  await expect(load(runtimeWith(() => Promise.resolve({})))).rejects.toThrow('no mountInto')
  const mountInto = () => {
    throw new Error('broken')
  }
  const panel = await load(runtimeWith(() => Promise.resolve({ mountInto })))
  expect(() => panel.mountInto(document.createElement('div'), propsOf({ pid: 'x', version: 1 }))).toThrow(
    'broken',
  )
  await expect(
    loadPanel(
      offer,
      [],
      runtimeWith(() => Promise.resolve({})),
      {},
      noteIn(failures),
    ),
  ).rejects.toThrow('is not available')
  await waitFor(() =>
    expect(failures).toEqual([
      ['files', version, './files of the part "files" has no mountInto.'],
      ['files', version, 'broken'],
      ['files', null, 'The part "files" is not available.'],
    ]),
  )
})

test('panels come by order, then by the name of the remote; modules that are off and other roles have none', () => {
  const card = (id: string, order: number, more: Partial<PanelDeclaration> = {}): PanelDeclaration => ({
    slot: 'record.card',
    collections: ['permits'],
    id,
    label: id,
    order,
    expose: `./${id}`,
    ...more,
  })
  const remote = (name: string, slots: PanelDeclaration[]) => ({ ...remoteEntry(name, []), slots })
  const remotes = [
    remote('zeta', [card('z2', 2), card('z1', 1)]),
    remote('alpha', [card('a2', 2), card('clients', 3, { roles: ['client'] })]),
    remote('off', [card('off', 0)]),
    { ...remote('disabled', [card('disabled', 0)]), state: 'off' as const },
    remote('elsewhere', [
      card('elsewhere', 0, { collections: ['tasks'] }),
      card('tile', 0, { slot: 'overview.tile' }),
    ]),
  ]
  const idsFor = (role: 'team' | 'client') =>
    panelOffers('record.card', 'permits', remotes, { ...personAs(role), modules: { off: false } }).map(
      ({ panel }) => panel.id,
    )
  expect(idsFor('team')).toEqual(['z1', 'a2', 'z2'])
  expect(idsFor('client')).toEqual(['clients'])
  expect(panelOffers('record.card', 'permits', remotes, null)).toEqual([])
})
