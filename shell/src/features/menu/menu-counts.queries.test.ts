import { QueryClient } from '@portal/shared-ui/query'
import { menuCountsQuery, MenuCountsWatch } from './menu-counts.queries.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('many events lead to one immediate request and to the next one after a pause', async () => {
  const queryClient = new QueryClient()
  const invalidated = jest.spyOn(queryClient, 'invalidateQueries')
  const watch = new MenuCountsWatch(queryClient)
  for (let event = 0; event < 50; event += 1) watch.note()
  await jest.advanceTimersByTimeAsync(600)
  expect(invalidated.mock.calls).toEqual([[{ queryKey: menuCountsQuery.queryKey }]])
  watch.note()
  await jest.advanceTimersByTimeAsync(5_000)
  expect(invalidated).toHaveBeenCalledTimes(1)
  await jest.advanceTimersByTimeAsync(5_000)
  expect(invalidated).toHaveBeenCalledTimes(2)
  watch.note()
  watch.stop()
  await jest.advanceTimersByTimeAsync(20_000)
  expect(invalidated).toHaveBeenCalledTimes(2)
})
