import { Card } from "./card.tsx";
import { Feed } from "./feed.tsx";
import { Files } from "./files.tsx";
import { Issues } from "./issues.tsx";
import { PageHeader } from "./page_header.tsx";
import { Portfolio } from "./portfolio.tsx";
import { Price } from "./price.tsx";
import { Requests } from "./requests.tsx";
import { Ticker } from "./ticker.tsx";
import { Users } from "./users.tsx";

/** The whole page. */
export function Application() {
  return (
    <>
      <PageHeader />
      <div className="page">
        <main>
          <div className="column">
            <Card title="Ticker" shows="useLive: polls every two seconds">
              <Ticker />
            </Card>
            <Card
              title="Portfolio"
              shows="Scalar: one list, cells per portfolio"
            >
              <Portfolio />
            </Card>
            <Card title="Feed" shows="Union: links and posts in one list">
              <Feed />
            </Card>
            <Card title="Files" shows="Downloads that know their name">
              <Files />
            </Card>
          </div>
          <div className="column">
            <Card title="Price" shows="decimal.js and useTransition">
              <Price />
            </Card>
            <Card title="Users" shows="getList.push adds what was created">
              <Users />
            </Card>
            <Card title="Issues" shows="getPage appends the next page">
              <Issues />
            </Card>
          </div>
        </main>
        <Requests />
      </div>
    </>
  );
}
