import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { createQueryClient } from '../portal/query-client.ts'
import { stepsKey } from '../records/list/record-queries.ts'
import { renderRoutes } from '../test-support/render-routes.tsx'
import { folderNews } from './folder-news.ts'

test('a file that comes or goes reads the steps of the open record again: one that asks for a document is open once the file is there', async () => {
  let readings = 0
  function Steps() {
    const { data } = useQuery({
      queryKey: [...stepsKey, 'ctasks', 'T', 1],
      queryFn: () => {
        readings += 1
        return readings
      },
    })
    return <output>{`read ${data ?? 0} times`}</output>
  }
  const queryClient = createQueryClient()
  renderRoutes([{ path: '/', element: <Steps /> }], '/', { as: 'client', queryClient })
  expect(await screen.findByText('read 1 times')).toBeVisible()
  act(() => {
    folderNews(queryClient).note('ctasks/T')
    folderNews(queryClient).note('ctasks/T')
  })
  expect(await screen.findByText('read 2 times')).toBeVisible()
})
