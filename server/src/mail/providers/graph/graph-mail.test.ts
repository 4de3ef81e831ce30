import { after, before } from 'node:test'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { startFakeGraph } from '#test-support/graph/fake-graph.ts'
import type { FakeGraph } from '#test-support/graph/fake-graph.ts'
import { testMailPromises } from '../../test-support/provider-suite/provider-suite.ts'
import type { Stage } from '../../test-support/provider-suite/stage.ts'
import { graphStage } from './test-support/graph-stage.ts'

let graph: FakeGraph
let portal: TestApp
let stage: Stage
before(async () => {
  graph = await startFakeGraph()
  ;({ stage, portal } = await graphStage(graph, startTestApp))
})
after(async () => {
  await portal.close()
  await graph.close()
})

testMailPromises('graph', () => stage)
