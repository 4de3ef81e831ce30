import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { collections } from '@portal/contract'
import { onReauthRequired } from '../../api/api.ts'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

test('Export offers the current view as CSV and XLSX by plain links (contract.md 2)', async () => {
  setWidth(1600)
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'views'
        ? { body: { views: [] } }
        : {
            body: {
              tasks: [{ pid: 'A', version: 1, title: 'A task' }],
              metadata: { count: 1, page: 1, pageSize: 50 },
            },
          },
    ),
  )
  const path =
    '/tasks?page=1&q=roof&sort=-dueDate&match=any&filter=%7B%22priority%22%3A%22HIGH%22%7D&hide=priority'
  const { user } = renderRoutes(
    [{ path: '/tasks', element: <RecordPage collection={collections.tasks} label="Tasks" path="/tasks" /> }],
    path,
    {
      as: 'client',
      heading: 'Tasks',
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  for (const format of ['CSV', 'XLSX']) {
    const link = await screen.findByRole('menuitem', { name: format })
    const url = new URL(link.getAttribute('href') ?? '', location.origin)
    expect(url.pathname).toBe('/api/export/tasks')
    const { fields, ...query } = Object.fromEntries(url.searchParams)
    expect(query).toEqual({
      format: format.toLowerCase(),
      labels: 'true',
      filter: '{"priority":"HIGH"}',
      match: 'any',
      searchToken: 'roof',
      sort: '-dueDate',
    })
    expect(fields?.split(',')).toContain('title')
    expect(fields?.split(',')).not.toContain('priority')
    expect(link).toHaveAttribute('download')
  }
})

test('an export has labels, and field names and codes when one asks for them', async () => {
  setWidth(1600)
  server.use(
    crudHandler(() => ({
      body: {
        tasks: [{ pid: 'A', version: 1, title: 'A task' }],
        metadata: { count: 1, page: 1, pageSize: 50 },
      },
    })),
  )
  const { user } = renderRoutes(
    [{ path: '/tasks', element: <RecordPage collection={collections.tasks} label="Tasks" path="/tasks" /> }],
    '/tasks',
    {
      as: 'team',
      heading: 'Tasks',
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  const labels = async () =>
    new URL(
      (await screen.findByRole('menuitem', { name: 'CSV' })).getAttribute('href') ?? '',
      location.origin,
    ).searchParams.get('labels')
  expect(await labels()).toBe('true')
  const choice = screen.getByRole('menuitemcheckbox', { name: 'Codes instead of labels' })
  expect(choice).not.toBeChecked()
  await user.click(choice)
  expect(choice).toBeChecked()
  expect(await labels()).toBeNull()
})

test('S-11: a large export asks for a fresh proof first and then downloads; without one it says that nothing was exported', async () => {
  const proofs: string[] = []
  const started: string[] = []
  let isProven = false
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function start(
    this: HTMLAnchorElement,
  ) {
    started.push(new URL(this.href).pathname)
  })
  const stop = onReauthRequired(async () => {
    proofs.push('asked')
    if (proofs.length === 1) throw new Error('Not proved.')
    isProven = true
  })
  server.use(
    crudHandler(() => ({
      body: {
        tasks: [{ pid: 'A', version: 1, title: 'A task' }],
        metadata: { count: 1_001, page: 1, pageSize: 50 },
      },
    })),
    http.get('*/api/auth/proof', () =>
      isProven
        ? new Response(null, { status: 204 })
        : Response.json(
            {
              type: 'reauth-required',
              title: 'Confirm',
              status: 403,
              detail: 'Confirm your identity.',
              instance: 'r',
            },
            { status: 403 },
          ),
    ),
  )
  const { user } = renderRoutes(
    [{ path: '/tasks', element: <RecordPage collection={collections.tasks} label="Tasks" path="/tasks" /> }],
    '/tasks',
    {
      as: 'team',
      heading: 'Tasks',
    },
  )
  const choose = async () => {
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await screen.findByText(/1,001 records/)
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  }
  try {
    await choose()
    expect(await screen.findByText('Export failed')).toBeInTheDocument()
    expect(started).toEqual([])
    await choose()
    await waitFor(() => expect(started).toEqual(['/api/export/tasks']))
    expect(proofs).toHaveLength(2)
  } finally {
    stop()
    click.mockRestore()
  }
})
