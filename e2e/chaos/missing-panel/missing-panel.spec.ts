import { chaos } from '../../support/chaos.ts'

chaos('missing-panel')
