package io.tenure.fencing;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import javax.sql.DataSource;

/**
 * The contract on a MySQL that you run yourself, because there are no binaries of it to depend on.
 * Not run unless it is named: {@code mvn -pl fencing test -Dtest=MySqlFencingByHand
 * -Dtenure.mysql='jdbc:mysql://127.0.0.1:3306/test?user=root'}. It leaves tables behind.
 */
final class MySqlFencingByHand extends FencingContract {
  @Override
  TestDatabase database() {
    String url = System.getProperty("tenure.mysql");
    assertThat(url).as("tenure.mysql, the URL of a database").isNotNull();
    return new RunningMySql(url);
  }

  private record RunningMySql(String url) implements TestDatabase {
    @Override
    public Dialect dialect() {
      return Dialect.MYSQL;
    }

    @Override
    public DataSource source() {
      MysqlDataSource source = new MysqlDataSource();
      source.setUrl(url);
      return source;
    }

    @Override
    public String waitersQuery() {
      return "SELECT VARIABLE_VALUE FROM performance_schema.global_status"
          + " WHERE VARIABLE_NAME = 'Innodb_row_lock_current_waits'";
    }
  }
}
