import { titled } from './remote-files.ts'

export const lifecycles = (name: string) => `import { createRemote } from '@portal/shared-ui'
import { routes } from './routes.tsx'

/** All that the shell can see of this remote. */
export const { bootstrap, mount, unmount } = createRemote({
  name: '${name}',
  routes,
  spanish: () => import('./spanish.ts'),
})
`

export const texts = (name: string) => `import { registerTexts } from '@portal/shared-ui/i18n'

/** The texts of these screens. A plural ends in _one and _other. */
export const t = registerTexts('${name}', {
  welcome: 'Welcome, {{name}}. This is the first page of ${titled(name)}.',
  loading: 'Loading the tasks',
  failed: 'The tasks could not be loaded',
  tasks_one: 'You can see {{count, number}} task.',
  tasks_other: 'You can see {{count, number}} tasks.',
  about: 'This tab is about {{title}}.',
})
`

export const spanishTexts = (name: string) => `import type { Spanish, TextsOf } from '@portal/shared-ui/i18n'
import type { t } from './texts.ts'

const es: TextsOf<typeof t> = {
  welcome: 'Le damos la bienvenida, {{name}}. Esta es la primera página de ${titled(name)}.',
  loading: 'Cargando las tareas',
  failed: 'No se pudieron cargar las tareas',
  tasks_one: 'Puede ver {{count, number}} tarea.',
  tasks_other: 'Puede ver {{count, number}} tareas.',
  about: 'Esta pestaña trata de {{title}}.',
}

/** The Spanish texts by namespace, in a chunk that English screens do not load. */
export const spanish: Spanish = { ${name}: es }
`

export const queries = (name: string) => `import { collections } from '@portal/contract'
import { crud, listShape } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** The tasks that the user may see. Only their number is shown, so one record is enough. */
export const tasksQuery = queryOptions({
  queryKey: ['${name}', 'tasks'],
  queryFn: ({ signal }) =>
    crud(
      { method: 'GET', apiPath: '/tasks', query: { page: 1, pageSize: 1 } },
      listShape(collections.tasks),
      { signal },
    ),
})
`

export const page = `import { QueryResult, userAtom } from '@portal/shared-ui'
import { Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { tasksQuery } from './welcome.queries.ts'

/** The first page. The heading above it is the shell's, by the menu's label. */
export function WelcomePage() {
  const user = useAtomValue(userAtom)
  const tasks = useQuery(tasksQuery)
  return (
    <>
      <Typography>{t('welcome', { name: user?.name ?? '' })}</Typography>
      <QueryResult query={tasks} loading={t('loading')} failed={t('failed')}>
        {({ metadata }) => <Typography>{t('tasks', { count: metadata.count })}</Typography>}
      </QueryResult>
    </>
  )
}
`

export const pageTest = (name: string) => `import { screen } from '@testing-library/react'
import { RemoteManifest } from '@portal/contract'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import manifest from '../../../portal.json'
import { routes } from '../../routes.tsx'
import { portalIsDown, tasksAre } from '../../test/handlers.ts'

test('whoever is signed in is greeted by name and sees how many tasks there are', async () => {
  server.use(tasksAre([{ pid: '01TASK', version: 1, title: 'Call the owner' }]))
  renderRoutes(routes, '/${name}', { as: 'team' })
  expect(await screen.findByText(/Welcome, A team\\./)).toBeInTheDocument()
  expect(await screen.findByText('You can see 1 task.')).toBeInTheDocument()
})

test('without an answer of the portal the page says so and offers to try again', async () => {
  server.use(portalIsDown)
  renderRoutes(routes, '/${name}', { as: 'team' })
  expect(await screen.findByText('The tasks could not be loaded')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
})

test('every path of the manifest has a page', () => {
  const served = routes.map(({ path }) => path)
  for (const { path } of RemoteManifest.parse(manifest).routes) expect(served).toContain(path)
})
`

export const handlers = `import { HttpResponse, http } from 'msw'
import type { HttpHandler } from 'msw'
import type { Metadata, RecordOf, collections } from '@portal/contract'
import { crudHandler } from '@portal/shared-ui/test-support'

/** A task as the portal sends it. Fields that a test does not need may be left out. */
type Task = { pid: string; version: number } & Partial<RecordOf<(typeof collections)['tasks']>>

/** The list call of tasks. Names and types come from the contract, so a wrong field does not compile. */
export function tasksAre(tasks: readonly Task[]): HttpHandler {
  const metadata: Metadata = { count: tasks.length, page: 1, pageSize: 1 }
  return crudHandler((call) => (call.apiPath === 'tasks' ? { body: { tasks, metadata } } : undefined))
}

/** No call gets an answer. */
export const portalIsDown = http.post('*/api/crud', () => HttpResponse.error())
`

export const panelModule = `import { createPanel } from '@portal/shared-ui'
import { SummaryPanel } from '../features/summary/SummaryPanel.tsx'

/** A tab in the drawer of a permit, as portal.json declares it. */
export const { mountInto } = createPanel(SummaryPanel, () => import('../spanish.ts'))
`

export const commandModule = (name: string) => `import { createAction } from '@portal/shared-ui'

/** A command of the palette, as portal.json declares it. Its code is loaded when it is chosen. */
export const { mountInto } = createAction<'palette.command'>(({ shell }) => shell.navigate('/${name}'))
`

export const commandTest = (
  name: string,
) => `import { createPortalStore, createQueryClient } from '@portal/shared-ui'
import { testShell } from '@portal/shared-ui/test-support'
import { mountInto } from './open.ts'

test('the command opens the page and ends', async () => {
  const opened: string[] = []
  const shell = testShell({ navigate: (url) => void opened.push(url) })
  await new Promise<void>((onClose) => {
    const around = { shell, store: createPortalStore(), queryClient: createQueryClient() }
    mountInto(document.createElement('div'), { ...around, typed: '', onClose })
  })
  expect(opened).toEqual(['/${name}'])
})
`

export const panel = `import { collections } from '@portal/contract'
import { titleOf } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Typography } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'

/** The tab of this remote in the drawer of a permit. */
export function SummaryPanel({ record }: Pick<PanelProps, 'record'>) {
  return <Typography>{t('about', { title: titleOf(collections.permits, record) })}</Typography>
}
`

export const panelTest = `import { screen } from '@testing-library/react'
import { renderRoutes } from '@portal/shared-ui/test-support'
import { SummaryPanel } from './SummaryPanel.tsx'

test('the tab names the permit that is open', async () => {
  const record = { pid: '01PERMIT', version: 1, title: 'Garage at 12 Elm Street' }
  renderRoutes([{ path: '/', element: <SummaryPanel record={record} /> }], '/', { as: 'team' })
  expect(await screen.findByText(/This tab is about .*Garage at 12 Elm Street/)).toBeInTheDocument()
})
`
