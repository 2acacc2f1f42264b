"""What is in the graph: node and edge types, ids, verdict vocabulary, migrations, queries, repositories."""
