/**
 * What is mutated together, and the tests that are about it, quick ones first: the first that fails ends the run of a
 * mutant. Left out are those that take seconds or start a sandbox for what others say without; `skip` names such ones
 * within a file.
 */
const ofReading = (...names) => names.map((name) => `test/operations/keySources/${name}.test.ts`);
const keys = ofReading('keysInText', 'keysInLists');
/** What is about time and many keys. */
const many =
  'are read once|out of stack|grows with|of its beginning|no further|is longer than|one line of|a long record|a long text';
const definitions = ['summary', 'summaryRisk', 'moves', 'definitionDiff', 'inside', 'alike', 'matcherMeaning', 'applyDiff'];
const document = [
  'places',
  'problems',
  'hover',
  'completions',
  'mergeParts',
  'reach',
  'shares',
  'similar',
  'fixesSay',
  'fixesWrite',
  'insertions',
  'merge',
];

export const rooms = {
  changeRequests: {
    mutate: ['src/domain/changeRequests/*.ts'],
    tests: ['decisions', 'inverse', 'requestEffect', 'history', 'requestGroups', 'curl', 'unknownOperation'].map(
      (name) => `test/domain/changeRequests/${name}.test.ts`,
    ),
  },
  keyPlans: {
    mutate: ['src/domain/keys/{keyPlan,keyCollector,keyDifference,keyDoubts,keyFold,keysFound}.ts'],
    tests: [
      ...['keyPlan', 'keyDifference', 'keyDoubts', 'lookAlikes'].map((name) => `test/domain/keys/${name}.test.ts`),
      'test/properties/keyPlans.test.ts',
      ...keys,
    ],
    skip: many,
  },
  keyGuess: {
    mutate: ['src/domain/keys/{guessTable,columns}.ts', 'src/operations/keySources/guessSource.ts'],
    tests: [...ofReading('guessSource', 'guessParts'), ...keys],
    skip: many,
  },
  keySources: {
    mutate: ['src/domain/keys/{lists,keySource}.ts', 'src/operations/keySources/*.ts', '!**/{guessSource,identityRows}.ts'],
    tests: [...keys, ...ofReading('listRules', 'severalLists', 'separatedKeys', 'keysInYaml', 'keysInPieces', 'guessSource')],
    skip: many,
  },
  identities: {
    mutate: [
      'src/domain/identities/*.ts',
      'src/operations/keySources/identityRows.ts',
      'src/domain/segments/*.ts',
      'src/domain/emailAddress.ts',
    ],
    tests: [
      ...['identities/identities', 'identities/identityRows', 'segments/segmentName', 'emailAddress'].map(
        (name) => `test/domain/${name}.test.ts`,
      ),
      'test/properties/identities.test.ts',
    ],
  },
  definitions: {
    mutate: ['src/domain/definitions/*.ts'],
    skip: 'are compared in one pass|are as few as|are so, too|over every way',
    tests: [...definitions, 'sequence', 'sameValue', 'wholeDefinition'].map((name) => `test/domain/definitions/${name}.test.ts`),
  },
  document: {
    skip: 'are 500, and|as far as|among thousands',
    mutate: ['src/domain/definitions/document/*.ts'],
    tests: [...[...document, 'scalarText'].map((name) => `document/${name}`), 'wholeDefinition'].map(
      (name) => `test/domain/definitions/${name}.test.ts`,
    ),
  },
  documentText: {
    mutate: ['src/operations/definitionText/{write,edit}DefinitionText.ts'],
    tests: ['writeDefinitionText', 'editDefinitionText', 'pairItems'].map(
      (name) => `test/operations/definitionText/${name}.test.ts`,
    ),
  },
  api: {
    mutate: ['src/api/{retry,failures,pages,model,envelope,answer,errors,path,baseUrl,noProxy,proxy,jsonSize}.ts'],
    tests: ['errorKinds', 'pages', 'envelope', 'answer', 'baseUrl', 'path', 'proxy', 'callRules', 'calls', 'retry', 'errors'].map(
      (name) => `test/api/${name}.test.ts`,
    ),
    skip: 'otherwise what JSON.parse gives',
  },
  /** Each call goes over HTTP to a server in the same process. */
  apiCalls: {
    mutate: [
      'src/api/{additions,apiKey,changeRequests,client,clock,definitions,flags,identities,segments,trafficTypes,transport,vocabulary,workspaces,networkFailure,retry,model}.ts',
    ],
    tests: [
      'networkFailure',
      'model',
      'apiKey',
      'clock',
      'calls',
      'addedCalls',
      'additions',
      'callRules',
      'errors',
      'connection',
      'cancel',
      'retry',
      'network',
    ].map((name) => `test/api/${name}.test.ts`),
  },
  /** How there comes to be a connection, straight or through a proxy. */
  apiConnections: {
    mutate: ['src/api/{dispatcher,tunnel}.ts'],
    tests: ['connection', 'cancel', 'network', 'dispatcher', 'tunnel'].map((name) => `test/api/${name}.test.ts`),
  },
  /** `elsewhere` are files of tests that start processes, where the change is, too. */
  apiCertificates: {
    mutate: ['src/api/network/certificates.ts'],
    tests: ['tunnel', 'certificates'].map((name) => `test/api/${name}.test.ts`),
    elsewhere: ['test/api/certificates.test.ts'],
  },
};
